package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Kernel, distribution, and the machine's name. */
final class HostFingerprinter implements Fingerprinter {

    private static final String RELEASE = "etc/os-release";

    private final SystemFiles files;
    private final String javaArch;

    /** @param javaArch the JVM's name of the architecture */
    HostFingerprinter(SystemFiles files, String javaArch) {
        this.files = files;
        this.javaArch = javaArch;
    }

    @Override
    public String name() {
        return "host";
    }

    @Override
    public Map<String, String> attributes() {
        Map<String, String> found = new HashMap<>();
        found.put("kernel.arch", javaArch.equals("amd64") ? "x86_64" : javaArch);
        files.text("proc/sys/kernel/ostype").ifPresent(type -> found.put("kernel.name", type.toLowerCase(Locale.ROOT)));
        files.text("proc/sys/kernel/osrelease").ifPresent(version -> found.put("kernel.version", version));
        files.text("proc/sys/kernel/hostname").ifPresent(host -> found.put("unique.hostname", host));
        Optional<String> os = release("ID");
        os.ifPresent(id -> found.put("os.name", id));
        // Debian's release file tells only the major number.
        Optional<String> debian = os.filter("debian"::equals).flatMap(id -> files.text("etc/debian_version"));
        debian.or(() -> release("VERSION_ID")).ifPresent(version -> found.put("os.version", version));
        return found;
    }

    private Optional<String> release(String key) {
        try {
            return files.value(RELEASE, key, "=");
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
