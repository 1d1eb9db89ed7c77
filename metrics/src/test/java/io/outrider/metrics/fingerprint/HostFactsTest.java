package io.outrider.metrics.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks this machine, and compares with its own tools; then files as other machines have them. */
class HostFactsTest {

    private final Path root;

    HostFactsTest(@TempDir Path root) {
        this.root = root;
    }

    private void file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, content);
    }

    private Map<String, String> facts(String arch) {
        return HostFacts.below(root, arch, root).attributes();
    }

    private static String said(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        try (BufferedReader reader = process.inputReader()) {
            return String.valueOf(reader.readLine()).strip();
        }
    }

    @Test
    void thisMachineIsDescribedAsItsToolsDo() throws IOException {
        Map<String, String> facts = HostFacts.ofThisMachine(root).attributes();
        assertThat(facts)
                .containsEntry("kernel.name", said("uname", "-s").toLowerCase(Locale.ROOT))
                .containsEntry("kernel.version", said("uname", "-r"))
                .containsEntry("kernel.arch", said("uname", "-m"))
                .containsEntry("unique.hostname", said("uname", "-n"))
                .containsEntry("cpu.numcores", said("getconf", "_NPROCESSORS_ONLN"))
                .containsEntry("unique.storage.volume", said("sh", "-c", "df --output=source " + root + " | tail -1"));
        long pages = Long.parseLong(said("getconf", "_PHYS_PAGES"));
        long page = Long.parseLong(said("getconf", "PAGE_SIZE"));
        assertThat(facts).containsEntry("memory.totalbytes", Long.toString(pages * page));
    }

    @Test
    void armMachineWithoutFrequencyLeavesItOut() throws IOException {
        file("proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 50.00\n\nprocessor\t: 1\nBogoMIPS\t: 50.00\n");
        assertThat(facts("aarch64"))
                .containsEntry("cpu.arch", "arm64")
                .containsEntry("kernel.arch", "aarch64")
                .containsEntry("cpu.numcores", "2")
                .doesNotContainKeys("cpu.frequency", "cpu.totalcompute", "cpu.modelname");
    }

    @Test
    void frequencyIsTheBaseOneWhereTheMachineTellsIt() throws IOException {
        file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 2.00GHz\ncpu MHz\t\t: 2893.432\n");
        assertThat(facts("amd64")).containsEntry("cpu.frequency", "2893").containsEntry("cpu.totalcompute", "2893");
        file("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3500000\n");
        assertThat(facts("amd64")).containsEntry("cpu.frequency", "3500");
        file("sys/devices/system/cpu/cpu0/cpufreq/base_frequency", "2000000\n");
        assertThat(facts("amd64"))
                .containsEntry("cpu.frequency", "2000")
                .containsEntry("cpu.modelname", "Some CPU @ 2.00GHz");
    }

    @Test
    void distributionIsReadFromItsReleaseFile() throws IOException {
        file("etc/os-release", "NAME=\"Ubuntu\"\nID=ubuntu\nVERSION_ID=\"22.04\"\n");
        assertThat(facts("amd64")).containsEntry("os.name", "ubuntu").containsEntry("os.version", "22.04");
        file("etc/os-release", "ID=debian\nVERSION_ID=\"12\"\n");
        file("etc/debian_version", "12.11\n");
        assertThat(facts("amd64")).containsEntry("os.name", "debian").containsEntry("os.version", "12.11");
    }

    @Test
    void mixedCgroupsCountAsVersionOne() throws IOException {
        file("proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n");
        assertThat(facts("amd64"))
                .containsEntry("unique.cgroup.version", "v2")
                .containsEntry("unique.cgroup.mountpoint", "/sys/fs/cgroup");
        file(
                "proc/self/mounts",
                "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\ncgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n");
        assertThat(facts("amd64"))
                .containsEntry("unique.cgroup.version", "v1")
                .containsEntry("os.cgroups.version", "1")
                .containsEntry("unique.cgroup.mountpoint", "/sys/fs/cgroup");
    }

    @Test
    void machineThatTellsNothingHasOnlyWhatTheJvmKnows() throws IOException {
        file("proc/meminfo", "MemTotal: much\n");
        assertThat(facts("amd64").keySet())
                .containsExactlyInAnyOrder(
                        "kernel.arch",
                        "unique.storage.volume",
                        "unique.storage.bytestotal",
                        "unique.storage.bytesfree");
    }
}
