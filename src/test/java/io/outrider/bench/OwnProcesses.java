package io.outrider.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every process of one agent: those that have its data directory on their command line (agent, drain, keepers of
 * tasks) and all that descend from them. Read from /proc once.
 */
final class OwnProcesses {

    private final Map<Long, String> names;

    private OwnProcesses(Map<Long, String> names) {
        this.names = names;
    }

    static OwnProcesses of(Path dataDir) {
        Map<Long, Long> parents = new HashMap<>();
        Map<Long, String> names = new HashMap<>();
        Set<Long> mine = new HashSet<>();
        for (long pid : pids()) {
            String[] stat = stat(pid);
            if (stat.length == 0) {
                continue;
            }
            names.put(pid, stat[0]);
            parents.put(pid, Long.parseLong(stat[2]));
            if (text(pid, "cmdline").contains(dataDir.toString())) {
                mine.add(pid);
            }
        }
        while (mine.addAll(childrenOf(mine, parents))) {
            // Until nothing more is found.
        }
        names.keySet().retainAll(mine);
        return new OwnProcesses(names);
    }

    private static Set<Long> childrenOf(Set<Long> mine, Map<Long, Long> parents) {
        return parents.entrySet().stream()
                .filter(entry -> mine.contains(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** All of them. */
    Set<Long> all() {
        return names.keySet();
    }

    /** Without the tasks themselves, which are known by their program's name. */
    OwnProcesses without(String program) {
        Map<Long, String> rest = new HashMap<>(names);
        rest.values().removeIf(program::equals);
        return new OwnProcesses(rest);
    }

    /** Only the tasks. */
    OwnProcesses only(String program) {
        Map<Long, String> rest = new HashMap<>(names);
        rest.values().removeIf(name -> !name.equals(program));
        return new OwnProcesses(rest);
    }

    /** Memory in KB; what processes share is counted once, in parts. */
    long pssKb() {
        return names.keySet().stream().mapToLong(OwnProcesses::pssKb).sum();
    }

    static long pssKb(long pid) {
        return text(pid, "smaps_rollup")
                .lines()
                .filter(line -> line.startsWith("Pss:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    /** Memory by program: {@code java 80.1 (2), head 20.0 (200)}. */
    String pssByProgram() {
        return names.values().stream()
                .distinct()
                .sorted(Comparator.reverseOrder())
                .map(name -> {
                    List<Long> pids = names.entrySet().stream()
                            .filter(entry -> entry.getValue().equals(name))
                            .map(Map.Entry::getKey)
                            .toList();
                    long kb = pids.stream().mapToLong(OwnProcesses::pssKb).sum();
                    return "%s x %d: %.1f MB".formatted(name, pids.size(), kb / 1024.0);
                })
                .collect(Collectors.joining(", "));
    }

    /** CPU time so far, of all threads that live. */
    long cpuNanos() {
        return names.keySet().stream()
                .flatMap(OwnProcesses::threads)
                .mapToLong(OwnProcesses::cpuNanos)
                .sum();
    }

    private static Stream<Path> threads(long pid) {
        try (Stream<Path> found = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return found.toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static long cpuNanos(Path thread) {
        String text = text(thread.resolve("schedstat"));
        return text.isEmpty() ? 0 : Long.parseLong(text.split(" ")[0]);
    }

    /** Name, state, parent; empty when the process is gone. */
    private static String[] stat(long pid) {
        String text = text(pid, "stat");
        int end = text.lastIndexOf(')');
        if (end < 0) {
            return new String[0];
        }
        String[] rest = text.substring(end + 2).split(" ");
        return new String[] {text.substring(text.indexOf('(') + 1, end), rest[0], rest[1]};
    }

    private static List<Long> pids() {
        try (Stream<Path> found = Files.list(Path.of("/proc"))) {
            return found.map(path -> path.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(long pid, String file) {
        return text(Path.of("/proc", Long.toString(pid), file));
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
