package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that is found out about a machine. Immutable, safe from any thread. */
public final class HostFacts {

    private static final Logger LOG = LoggerFactory.getLogger(HostFacts.class);

    private final List<Fingerprinter> fingerprinters;

    private HostFacts(List<Fingerprinter> fingerprinters) {
        this.fingerprinters = fingerprinters;
    }

    /** Of this machine, for an agent that keeps its data in {@code dataDir}. */
    public static HostFacts ofThisMachine(Path dataDir) {
        return below(Path.of("/"), System.getProperty("os.arch", ""), dataDir);
    }

    static HostFacts below(Path root, String javaArch, Path dataDir) {
        SystemFiles files = new SystemFiles(root);
        return new HostFacts(List.of(
                new CgroupFingerprinter(files),
                new CpuFingerprinter(files, javaArch),
                new HostFingerprinter(files, javaArch),
                new MemoryFingerprinter(files),
                new StorageFingerprinter(dataDir)));
    }

    /**
     * Attributes by the reference's names. What the machine does not tell is left out, and logged where a whole kind is
     * missing: never an error. Blocking: reads small files.
     */
    public Map<String, String> attributes() {
        Map<String, String> all = new HashMap<>();
        for (Fingerprinter fingerprinter : fingerprinters) {
            try {
                all.putAll(fingerprinter.attributes());
            } catch (IOException | NumberFormatException e) {
                LOG.warn(
                        "fingerprint \"{}\" failed, its attributes are left out: {}",
                        fingerprinter.name(),
                        e.toString());
            }
        }
        return all;
    }
}
