package io.outrider.agent.config;

import io.outrider.agent.IoReasons;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads config files and says all that is wrong with them at once. Blocks; touches nothing but the files. */
public final class ConfigFiles {

    private static final int MOST_BYTES = 4 << 20;

    private final Settings settings = new Settings();
    private final Diagnostics faults = new Diagnostics();
    private final List<String> notes = new ArrayList<>();

    private ConfigFiles() {}

    /**
     * The config that files and command line make together.
     *
     * @throws ConfigException if files cannot be read, or say what no agent can be
     */
    public static AgentConfig read(Overrides line) {
        ConfigFiles all = new ConfigFiles();
        line.files().stream().flatMap(given -> files(given).stream()).forEach(all::add);
        line.addTo(all.settings);
        AgentConfig config = new Assembly(all.settings, all.faults, line.dev()).config(all.notes);
        if (all.faults.hasErrors()) {
            throw new ConfigException(
                    all.faults.list().stream().map(ConfigFiles::text).collect(Collectors.joining("\n")));
        }
        return config;
    }

    /** A file, or those of a folder in the order of their names; what editors leave there is none. */
    private static List<Path> files(Path given) {
        if (!Files.isDirectory(given)) {
            return List.of(given);
        }
        try (Stream<Path> in = Files.list(given)) {
            return in.filter(ConfigFiles::isConfig).sorted().toList();
        } catch (IOException e) {
            throw unreadable(given, e);
        }
    }

    private static boolean isConfig(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean temporary = name.endsWith("~") || name.startsWith(".#") || name.startsWith("#") && name.endsWith("#");
        return (name.endsWith(".hcl") || name.endsWith(".json")) && !temporary && !Files.isDirectory(file);
    }

    private static ConfigException unreadable(Path path, IOException e) {
        String hint = e instanceof NoSuchFileException ? "" : ". The agent must be able to read it";
        return new ConfigException("cannot read the config " + path + ": " + IoReasons.of(e) + hint);
    }

    private void add(Path file) {
        FileDecoder decoder = new FileDecoder(settings, faults);
        try {
            decoder.file(Items.of(Source.of(file.toString(), bytes(file)), faults));
        } catch (LimitExceeded tooDeep) {
            faults.error("too deeply nested", "no config needs that", null);
        }
        List<String> unused = decoder.unused();
        if (!unused.isEmpty()) {
            notes.add(file + ": known, but without effect here so far: " + String.join(", ", unused));
        }
    }

    private static byte[] bytes(Path file) {
        try {
            // Not all at once: it may be a device without end.
            try (var in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new ConfigException("the config " + file + " is larger than " + MOST_BYTES + " bytes");
                }
                return bytes;
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** {@code file:line:column: what. Hint}. */
    private static String text(Diagnostic fault) {
        Range at = fault.range();
        String place = at == null ? "" : at.source().name() + ":" + at.startLine() + ":" + at.startColumn() + ": ";
        String detail = fault.detail().isEmpty() ? "" : ": " + fault.detail().replace('\n', ' ');
        return place + fault.summary() + detail + (fault.hint() == null ? "" : ". " + fault.hint());
    }
}
