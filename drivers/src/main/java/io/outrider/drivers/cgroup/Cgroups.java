package io.outrider.drivers.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The control groups of this machine that tasks can be put into: version 2 where it has the controllers, else version
 * 1. Blocks.
 */
public final class Cgroups {

    /** What a folder of one hierarchy is good for. */
    enum Use {
        /** Version 2: everything. */
        UNIFIED,
        /** Version 1: stops and lists all processes. */
        FREEZER,
        /** Version 1: memory and its end. */
        MEMORY,
        /** Version 1: CPU time. */
        CPUACCT
    }

    private static final int MOUNT_POINT = 1;
    private static final int TYPE = 2;
    private static final int OPTIONS = 3;

    private final Map<Use, Path> parents;

    private Cgroups(Map<Use, Path> parents) {
        this.parents = parents;
    }

    /**
     * Looks for hierarchies that this process may write to, and makes the folder {@code parent} in each. Empty if none
     * can list and kill processes: without root, in most containers, off Linux.
     *
     * @param mounts in the form of /proc/self/mounts
     */
    public static Optional<Cgroups> detect(Path mounts, String parent) {
        Map<Use, Path> roots = roots(mounts);
        Map<Use, Path> parents = new EnumMap<>(Use.class);
        roots.forEach((use, root) -> makeParent(use, root.resolve(parent)).ifPresent(made -> parents.put(use, made)));
        if (!parents.containsKey(Use.UNIFIED) && !parents.containsKey(Use.FREEZER)) {
            return Optional.empty();
        }
        Optional.ofNullable(parents.get(Use.UNIFIED)).ifPresent(Cgroups::enable);
        return Optional.of(new Cgroups(parents));
    }

    /** Version 2 alone if it can do what is needed, else version 1 as far as it is there. */
    private static Map<Use, Path> roots(Path mounts) {
        Map<Use, Path> found = new EnumMap<>(Use.class);
        try {
            Files.readAllLines(mounts, StandardCharsets.ISO_8859_1).forEach(line -> note(line, found));
        } catch (IOException e) {
            return found;
        }
        Path unified = found.remove(Use.UNIFIED);
        if (unified == null || (found.containsKey(Use.FREEZER) && !hasController(unified, "memory"))) {
            return found;
        }
        enable(unified);
        return Map.of(Use.UNIFIED, unified);
    }

    /** The cgroup of this name; nothing is made. Characters that a folder should not have become underscores. */
    public Cgroup named(String name) {
        String folder = name.replaceAll("[^A-Za-z0-9_.-]", "_");
        Map<Use, Path> folders = new EnumMap<>(Use.class);
        parents.forEach((use, parent) -> folders.put(use, parent.resolve(folder)));
        return new Cgroup(folders);
    }

    private static void note(String line, Map<Use, Path> roots) {
        String[] fields = line.split(" ");
        if (fields.length <= OPTIONS) {
            return;
        }
        Path root = Path.of(fields[MOUNT_POINT]);
        if (fields[TYPE].equals("cgroup2")) {
            roots.putIfAbsent(Use.UNIFIED, root);
        } else if (fields[TYPE].equals("cgroup")) {
            List<String> options = Arrays.asList(fields[OPTIONS].split(","));
            for (Use use : List.of(Use.FREEZER, Use.MEMORY, Use.CPUACCT)) {
                if (options.contains(use.name().toLowerCase(java.util.Locale.ROOT))) {
                    roots.putIfAbsent(use, root);
                }
            }
        }
    }

    private static boolean hasController(Path root, String controller) {
        return List.of(Cgroup.read(root.resolve("cgroup.controllers")).split("\\s+"))
                .contains(controller);
    }

    /** Gives children their own figures; where the kernel refuses one, they lack it. */
    private static void enable(Path folder) {
        for (String controller : List.of("+memory", "+cpu", "+pids")) {
            Cgroup.write(folder.resolve("cgroup.subtree_control"), controller);
        }
    }

    private static Optional<Path> makeParent(Use use, Path folder) {
        try {
            Files.createDirectories(folder);
            boolean writable = Files.isWritable(folder) && Files.isWritable(Cgroup.joinFile(use, folder));
            return Optional.of(folder).filter(made -> writable);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
