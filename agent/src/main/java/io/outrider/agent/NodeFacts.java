package io.outrider.agent;

import io.outrider.state.model.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What this machine says of itself, as far as job files ask for it. Blocking: it reads small files. */
final class NodeFacts {

    private NodeFacts() {}

    /** The node of an agent; {@code drivers} are attributes that the drivers found. */
    static Node node(NodeAgentConfig config, String id, Map<String, String> drivers) {
        String host = read("/proc/sys/kernel/hostname", "localhost");
        Map<String, String> attributes = new HashMap<>();
        attributes.put("kernel.name", System.getProperty("os.name", "").toLowerCase(Locale.ROOT));
        attributes.put("kernel.version", System.getProperty("os.version", ""));
        attributes.put("cpu.arch", goArch(System.getProperty("os.arch", "")));
        attributes.put("arch", goArch(System.getProperty("os.arch", "")));
        attributes.put("cpu.numcores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        attributes.put("unique.hostname", host);
        attributes.putAll(drivers);
        attributes.putAll(config.attributes());
        return new Node(
                id,
                null,
                config.datacenter(),
                config.nodeName().orElse(host),
                null,
                null,
                attributes,
                null,
                null,
                null,
                null,
                null,
                config.nodeMeta(),
                null,
                null,
                "default",
                null,
                null,
                null,
                "eligible",
                "ready",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Job files name processors as Go does. */
    private static String goArch(String javaArch) {
        return "aarch64".equals(javaArch) ? "arm64" : javaArch;
    }

    private static String read(String file, String otherwise) {
        try {
            String text = Files.readString(Path.of(file)).strip();
            return text.isEmpty() ? otherwise : text;
        } catch (IOException e) {
            return otherwise;
        }
    }
}
