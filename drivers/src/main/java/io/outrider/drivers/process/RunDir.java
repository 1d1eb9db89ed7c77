package io.outrider.drivers.process;

import io.outrider.drivers.TaskId;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcessKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The small directory of one run, for its owner's eyes only: {@code claim} (made by the shim that starts the task, or
 * by an agent that gives it up), {@code task} (who the task and its shim are), {@code ctl} (a FIFO; a line in it ends
 * the shim), {@code boot} and {@code id}, {@code err} (what the shim complained about).
 */
record RunDir(Path dir) {

    private static final byte[] GIVEN_UP = "given up\n".getBytes(StandardCharsets.UTF_8);
    private static final int RECORD_LINES = 3;
    private static final int ID_LINES = 3;
    private static final int OWNER_ONLY = 0600;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Who was started. */
    record Started(ProcessKey task, ProcessKey shim) {}

    Path recordFile() {
        return dir.resolve("task");
    }

    Path errorFile() {
        return dir.resolve("err");
    }

    void make(TaskId id) throws IOException {
        Files.createDirectories(dir.getParent(), OWNER);
        try {
            Files.createDirectory(dir, OWNER);
        } catch (FileAlreadyExistsException e) {
            // Left by a start of the same handle: the claim says how far it came.
        }
        Files.writeString(dir.resolve("boot"), RunHandle.currentBoot());
        Files.write(dir.resolve("id"), List.of(id.allocId(), id.task(), id.run()));
        Fd.makeFifo(dir.resolve("ctl"), OWNER_ONLY);
    }

    /** Whether nothing was ever started here, and now nothing can be. */
    boolean giveUp() throws IOException {
        if (isClaimed()) {
            // Nothing to write: also on a full disk it can be told that a run was started.
            return Files.size(claimFile()) > 0;
        }
        Files.createDirectories(dir, OWNER);
        // Text first, name second: a claim without text is a shim's.
        Path text = dir.resolve("given-up");
        Files.write(text, GIVEN_UP);
        try {
            Files.createLink(claimFile(), text);
            return true;
        } catch (FileAlreadyExistsException e) {
            return Files.size(claimFile()) > 0;
        }
    }

    /** Whether a shim or an agent has taken the claim. */
    boolean isClaimed() {
        return Files.exists(claimFile());
    }

    /** Who was started; empty if nobody was, or if writing it down was cut short. */
    Optional<Started> started() throws IOException {
        try {
            String[] lines =
                    Files.readString(recordFile(), StandardCharsets.ISO_8859_1).split("\n", -1);
            if (lines.length <= RECORD_LINES - 1 || !lines[2].equals("end")) {
                return Optional.empty();
            }
            return ProcStat.parse(lines[0])
                    .flatMap(task -> ProcStat.parse(lines[1]).map(shim -> new Started(task.key(), shim.key())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The same for when nobody can help what is wrong with the record: empty also if it cannot be read. */
    Optional<Started> readableStart() {
        try {
            return started();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Notes that the shim was found dead beside a living task. To be written before the task is killed: an agent that
     * dies in between has to know again that the end of the task was our doing, and not take the run for a lost one.
     */
    void orphan() throws IOException {
        Files.writeString(dir.resolve("orphan"), "");
    }

    /** Whether {@link #orphan} was noted. */
    boolean isOrphan() {
        return Files.exists(dir.resolve("orphan"));
    }

    /** The run that it is for; empty if that was not written down. */
    Optional<TaskId> id() {
        try {
            List<String> lines = Files.readAllLines(dir.resolve("id"));
            return lines.size() < ID_LINES
                    ? Optional.empty()
                    : Optional.of(new TaskId(lines.get(0), lines.get(1), lines.get(2)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The boot that it was made in; empty text if that is not known. */
    String boot() {
        try {
            return Files.readString(dir.resolve("boot"));
        } catch (IOException e) {
            return "";
        }
    }

    /** What the shim complained about; empty text if nothing. */
    String complaint() {
        try {
            return Files.readString(errorFile(), StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Lets the shim end. Nothing happens if it has ended. */
    void release() {
        try (Fd ctl = Fd.open(dir.resolve("ctl"), Fd.WRITE | Fd.NONBLOCK)) {
            ctl.write(new byte[] {'\n'}, 1);
        } catch (PosixException e) {
            if (!e.is(Errno.ENXIO) && !e.is(Errno.ENOENT) && !e.is(Errno.EPIPE)) {
                throw e;
            }
        }
    }

    void remove() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(dir);
    }

    private Path claimFile() {
        return dir.resolve("claim");
    }
}
