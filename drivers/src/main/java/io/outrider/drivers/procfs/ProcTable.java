package io.outrider.drivers.procfs;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All processes at one moment, as far as one pass over /proc can be a moment. About 10 us a process. */
public final class ProcTable {

    private final Map<Integer, ProcStat> byPid;

    ProcTable(Map<Integer, ProcStat> byPid) {
        this.byPid = byPid;
    }

    /** Looks now. */
    public static ProcTable scan() {
        Map<Integer, ProcStat> found = new HashMap<>();
        String[] names = new File("/proc").list();
        for (String name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                ProcStat.read(Integer.parseInt(name))
                        .ifPresent(stat -> found.put(stat.key().pid(), stat));
            }
        }
        return new ProcTable(found);
    }

    /** Zombies included. */
    public Collection<ProcStat> all() {
        return byPid.values();
    }

    /** The process with this pid. */
    public Optional<ProcStat> get(int pid) {
        return Optional.ofNullable(byPid.get(pid));
    }

    /** What a process was started with, as {@code NAME=value}; empty if it is gone or not ours to see. */
    public static List<String> environ(int pid) {
        return zeroSeparated(pid, "environ");
    }

    /** The words of its command line; empty for kernel threads and zombies. */
    public static List<String> commandLine(int pid) {
        return zeroSeparated(pid, "cmdline");
    }

    private static List<String> zeroSeparated(int pid, String file) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Integer.toString(pid), file));
            // Any byte may stand in there: this charset keeps each as one character.
            return bytes.length == 0
                    ? List.of()
                    : Arrays.asList(new String(bytes, StandardCharsets.ISO_8859_1).split("\0", -1));
        } catch (IOException e) {
            return List.of();
        }
    }
}
