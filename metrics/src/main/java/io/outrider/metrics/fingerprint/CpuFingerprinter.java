package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Processors: all of the machine, whatever this process may use of them. Frequencies are in MHz. */
final class CpuFingerprinter implements Fingerprinter {

    private static final String INFO = "proc/cpuinfo";
    private static final String SCALING = "sys/devices/system/cpu/cpu0/cpufreq/";
    private static final int KHZ_PER_MHZ = 1000;

    private final SystemFiles files;
    private final String javaArch;

    /** @param javaArch the JVM's name of the architecture */
    CpuFingerprinter(SystemFiles files, String javaArch) {
        this.files = files;
        this.javaArch = javaArch;
    }

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public Map<String, String> attributes() throws IOException {
        Map<String, String> found = new HashMap<>();
        // Job files name processors as Go does.
        String arch = javaArch.equals("aarch64") ? "arm64" : javaArch;
        found.put("arch", arch);
        found.put("cpu.arch", arch);
        long cores = files.lines(INFO).stream()
                .filter(line -> line.startsWith("processor"))
                .count();
        if (cores > 0) {
            found.put("cpu.numcores", Long.toString(cores));
            found.put("cpu.reservablecores", Long.toString(cores));
        }
        files.value(INFO, "model name", ":").ifPresent(model -> found.put("cpu.modelname", model));
        OptionalLong frequency = frequency();
        if (frequency.isPresent()) {
            found.put("cpu.frequency", Long.toString(frequency.getAsLong()));
            found.put("cpu.totalcompute", Long.toString(frequency.getAsLong() * cores));
        }
        return found;
    }

    private OptionalLong frequency() throws IOException {
        OptionalLong base = scaling("base_frequency");
        OptionalLong highest = base.isPresent() ? base : scaling("cpuinfo_max_freq");
        return highest.isPresent()
                ? highest
                : files.value(INFO, "cpu MHz", ":").stream()
                        .mapToLong(text -> Math.round(Double.parseDouble(text)))
                        .findFirst();
    }

    private OptionalLong scaling(String file) {
        return files.text(SCALING + file).stream()
                .mapToLong(text -> Long.parseLong(text) / KHZ_PER_MHZ)
                .findFirst();
    }
}
