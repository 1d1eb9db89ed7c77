package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.util.Map;

/** The machine's memory. */
final class MemoryFingerprinter implements Fingerprinter {

    private static final String INFO = "proc/meminfo";
    private static final int BYTES_PER_KIB = 1024;

    private final SystemFiles files;

    MemoryFingerprinter(SystemFiles files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Map<String, String> attributes() throws IOException {
        return files.value(INFO, "MemTotal", ":")
                .map(text -> Long.parseLong(text.split(" ", 2)[0]) * BYTES_PER_KIB)
                .map(bytes -> Map.of("memory.totalbytes", Long.toString(bytes)))
                .orElse(Map.of());
    }
}
