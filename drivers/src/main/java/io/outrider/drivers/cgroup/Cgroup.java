package io.outrider.drivers.cgroup;

import io.outrider.drivers.cgroup.Cgroups.Use;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** One task's cgroup, in every hierarchy that is used. Blocks. */
public final class Cgroup {

    private static final long NANOS_PER_MICRO = 1000;

    private final Map<Use, Path> folders;

    Cgroup(Map<Use, Path> folders) {
        this.folders = folders;
    }

    /**
     * What the processes of a cgroup use.
     *
     * @param rss memory that is theirs alone
     * @param charged memory charged to the cgroup, page cache included
     * @param swap swapped out
     * @param userNanos user CPU time, ended processes included
     * @param systemNanos system CPU time, ended processes included
     */
    public record Figures(
            OptionalLong rss,
            OptionalLong charged,
            OptionalLong swap,
            OptionalLong userNanos,
            OptionalLong systemNanos) {}

    /** Makes it. Idempotent. */
    public void create() throws IOException {
        for (Path folder : distinctFolders()) {
            Files.createDirectories(folder);
        }
    }

    public boolean exists() {
        return Files.isDirectory(killer());
    }

    /** A process of one thread that writes {@code 0} into each of these joins. */
    public List<Path> joinFiles() {
        return folders.entrySet().stream()
                .map(entry -> joinFile(entry.getKey(), entry.getValue()))
                .distinct()
                .toList();
    }

    /**
     * Where a single thread joins. Through {@code cgroup.procs} the kernel holds off all forks and exits of the machine
     * first, which takes 10 to 15 ms; version 1 can move one thread without. Version 2 cannot move it between tasks.
     */
    static Path joinFile(Use use, Path folder) {
        return folder.resolve(use == Use.UNIFIED ? "cgroup.procs" : "tasks");
    }

    /** Who is in it, cgroups below included. Zombies are not. */
    public Set<Integer> pids() {
        Set<Integer> pids = new LinkedHashSet<>();
        for (Path folder : below(killer())) {
            read(folder.resolve("cgroup.procs")).lines().map(Integer::valueOf).forEach(pids::add);
        }
        return pids;
    }

    /** Sends SIGKILL to all at once: nothing that is in it can fork its way out. They die a moment later. */
    public void kill() {
        Path unified = folders.get(Use.UNIFIED);
        if (unified == null) {
            killFrozen(killer().resolve("freezer.state"), "FROZEN", "THAWED");
        } else if (!write(unified.resolve("cgroup.kill"), "1")) {
            killFrozen(unified.resolve("cgroup.freeze"), "1", "0");
        }
    }

    /** Whether the kernel has killed something in it for memory. */
    public boolean oomKilled() {
        Path unified = folders.get(Use.UNIFIED);
        Path memory = folders.get(Use.MEMORY);
        String text = unified != null
                ? read(unified.resolve("memory.events"))
                : memory != null ? read(memory.resolve("memory.oom_control")) : "";
        return value(text, "oom_kill").orElse(0) > 0;
    }

    /** What its processes use. */
    public Figures figures() {
        Path unified = folders.get(Use.UNIFIED);
        return unified != null ? unifiedFigures(unified) : splitFigures();
    }

    /** Removes it, if it is empty; whether it is gone. */
    public boolean remove() {
        boolean gone = true;
        for (Path folder : distinctFolders()) {
            List<Path> deepestFirst = below(folder).stream()
                    .sorted(Comparator.comparing(Path::getNameCount).reversed())
                    .toList();
            for (Path each : deepestFirst) {
                gone &= removeOne(each);
            }
        }
        return gone;
    }

    /** The text of a control file; empty if it is not there. */
    static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            // Every kernel and configuration has other files: one that is missing says nothing.
            return "";
        }
    }

    /** Writes to a control file; false if it is not there or the kernel refuses. */
    static boolean write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.WRITE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Path killer() {
        Path unified = folders.get(Use.UNIFIED);
        Path freezer = folders.get(Use.FREEZER);
        if (unified == null && freezer == null) {
            throw new IllegalStateException("a cgroup that cannot kill: " + folders);
        }
        return unified != null ? unified : java.util.Objects.requireNonNull(freezer);
    }

    /** Version 1 acts on the signals only once they are thawed. */
    private void killFrozen(Path file, String freeze, String thaw) {
        write(file, freeze);
        try {
            pids().forEach(Cgroup::kill);
        } finally {
            write(file, thaw);
        }
    }

    private static void kill(int pid) {
        try {
            Processes.signal(pid, Signal.SIGKILL.number());
        } catch (PosixException e) {
            // The next look finds it still there.
        }
    }

    private static Figures unifiedFigures(Path folder) {
        String cpu = read(folder.resolve("cpu.stat"));
        return new Figures(
                value(read(folder.resolve("memory.stat")), "anon"),
                number(read(folder.resolve("memory.current"))),
                number(read(folder.resolve("memory.swap.current"))),
                nanos(value(cpu, "user_usec")),
                nanos(value(cpu, "system_usec")));
    }

    private Figures splitFigures() {
        Path memory = folders.getOrDefault(Use.MEMORY, killer());
        Path cpu = folders.getOrDefault(Use.CPUACCT, killer());
        String stat = read(memory.resolve("memory.stat"));
        return new Figures(
                value(stat, "rss"),
                number(read(memory.resolve("memory.usage_in_bytes"))),
                value(stat, "swap"),
                number(read(cpu.resolve("cpuacct.usage_user"))),
                number(read(cpu.resolve("cpuacct.usage_sys"))));
    }

    private static OptionalLong nanos(OptionalLong micros) {
        return micros.isPresent() ? OptionalLong.of(micros.getAsLong() * NANOS_PER_MICRO) : micros;
    }

    private static OptionalLong value(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key + " "))
                .map(line -> number(line.substring(key.length() + 1).strip()))
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong number(String text) {
        return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private Collection<Path> distinctFolders() {
        return new LinkedHashSet<>(folders.values());
    }

    private static List<Path> below(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isDirectory).toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of();
        }
    }

    private static boolean removeOne(Path folder) {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
