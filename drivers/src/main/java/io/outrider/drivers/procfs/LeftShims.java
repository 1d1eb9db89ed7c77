package io.outrider.drivers.procfs;

import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Shims of our own that nobody can end in the usual way any more: the directory of their run has been removed, and with
 * it the FIFO on which they wait. Only such shims are ever ended here. Blocking: one pass over /proc.
 */
public final class LeftShims {

    private static final String FIFO = "/ctl";
    private static final int FIFO_WORD = 2;

    private final ProcTable table;

    private LeftShims(ProcTable table) {
        this.table = table;
    }

    /** Ends those whose task has ended too, wherever they ran. */
    public static void endIdle() {
        LeftShims all = new LeftShims(ProcTable.scan());
        all.table.all().stream()
                .filter(shim -> waitsFor(shim).isPresent() && all.isTaskOver(shim) && isCutOff(shim))
                .forEach(LeftShims::end);
    }

    /** Ends those that ran below {@code dir}; whether shims are left there that can still be reached. */
    public static boolean endBelow(Path dir) {
        // Command lines are compared byte by byte.
        String below = new String((dir + "/").getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        List<ProcStat> shims = ProcTable.scan().all().stream()
                .filter(shim ->
                        waitsFor(shim).filter(fifo -> fifo.startsWith(below)).isPresent())
                .toList();
        List<ProcStat> cutOff = shims.stream().filter(LeftShims::isCutOff).toList();
        cutOff.forEach(LeftShims::end);
        return cutOff.size() < shims.size();
    }

    /** The FIFO of a shim; empty for every other process. */
    private static Optional<String> waitsFor(ProcStat process) {
        if (process.hasEnded()) {
            return Optional.empty();
        }
        List<String> words = ProcTable.commandLine(process.key().pid());
        boolean shim = words.size() > FIFO_WORD
                && words.get(0).endsWith("head")
                && words.get(1).equals("-n1")
                && words.get(FIFO_WORD).endsWith(FIFO);
        return shim ? Optional.of(words.get(FIFO_WORD)) : Optional.empty();
    }

    private boolean isTaskOver(ProcStat shim) {
        return table.all().stream()
                .filter(process -> process.parent() == shim.key().pid())
                .allMatch(ProcStat::hasEnded);
    }

    /** The kernel marks the name of an open file that has lost it. */
    private static boolean isCutOff(ProcStat shim) {
        Path open = Path.of("/proc", Integer.toString(shim.key().pid()), "fd");
        try (DirectoryStream<Path> all = Files.newDirectoryStream(open)) {
            for (Path fd : all) {
                if (Files.readSymbolicLink(fd).toString().endsWith(FIFO + " (deleted)")) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            // It has ended meanwhile, or is another user's.
            return false;
        }
    }

    private static void end(ProcStat shim) {
        try (Fd process = Processes.open(shim.key().pid()).orElse(null)) {
            // Only now does the number stay what it is.
            if (process != null && shim.key().isAlive()) {
                Processes.signal(process, Signal.SIGKILL.number());
            }
        } catch (PosixException e) {
            // It has ended meanwhile, or is another user's: in both cases not ours to end.
        }
    }
}
