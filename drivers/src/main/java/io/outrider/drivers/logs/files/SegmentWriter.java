package io.outrider.drivers.logs.files;

import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a stream: knows its end, moves bytes into the current segment, rotates. Takes up where a killed
 * writer was, by the sizes of the files. Errors of the disk come as {@link PosixException} and leave it in a state from
 * which the same call can be tried again. Not safe for two threads.
 */
public final class SegmentWriter implements AutoCloseable {

    private static final long TIME_EVERY_MILLIS = 1_000;
    private static final int MAX_SKIPPED_NAMES = 100;
    private static final int SEGMENT_MODE = 0644;

    private final StreamPaths paths;
    private final Clock clock;
    private final SideFile side;
    private SegmentLimits limits;
    private Segment current;
    private long timed;

    private SegmentWriter(StreamPaths paths, SegmentLimits limits, Clock clock, SideFile side) {
        this.paths = paths;
        this.limits = limits;
        this.clock = clock;
        this.side = side;
        this.current = takeUp();
    }

    /** Opens a stream at its end, or begins it. Fails with EBUSY where another writer holds it. */
    public static SegmentWriter open(StreamPaths paths, SegmentLimits limits, Clock clock) {
        SideFile side = SideFile.open(paths);
        try {
            return new SegmentWriter(paths, limits, clock, side);
        } catch (RuntimeException e) {
            side.close();
            throw e;
        }
    }

    /** Where the stream ends now. */
    public long end() {
        return current.base + current.size;
    }

    /** Bytes that the current segment can still take. */
    public long room() {
        return limits.maxFileBytes() - current.size;
    }

    public SegmentLimits limits() {
        return limits;
    }

    /** Sets limits; what is too much by them goes at the next rotation. */
    public void limits(SegmentLimits changed) {
        limits = changed;
    }

    /** Moves up to {@code most} bytes from a pipe behind the end: how many, or {@link Fd#WOULD_BLOCK}. */
    public long move(Fd pipe, long most) {
        noteTime();
        long moved = pipe.splice(current.file, most);
        if (moved <= 0) {
            return Fd.WOULD_BLOCK;
        }
        current.size += moved;
        return moved;
    }

    /** Whether the current segment is empty, or ends with a line. */
    public boolean atLineStart() {
        byte[] last = new byte[1];
        return current.size == 0 || current.file.readAt(last, 1, current.size - 1) == 1 && last[0] == '\n';
    }

    public boolean isSegmentEmpty() {
        return current.size == 0;
    }

    /** Begins a new segment, and removes the oldest if there are too many. */
    public void rotate() {
        Segment next = begin(current.number + 1, end());
        current.file.close();
        current = next;
    }

    /** Notes that a new run begins at the present end. Once for each {@code nonce} that differs from the last. */
    public void restart(long nonce) {
        SideIndex index = side.index();
        if (index.restartNumber() == 0 || index.restartNonce() != nonce) {
            append(SideEntry.Kind.RESTART, index.restartNumber() + 1, end(), nonce);
        }
        index.restarts().clear();
    }

    /** Notes that the stream has ended. Opening it again makes it go on. */
    public void detach() {
        if (side.index().detachedAt().isEmpty()) {
            append(SideEntry.Kind.DETACHED, 0, end(), 0);
        }
    }

    /** Notes that it goes on, if it was noted that it has ended. */
    public void reattach() {
        if (side.index().detachedAt().isPresent()) {
            append(SideEntry.Kind.ATTACHED, 0, end(), 0);
        }
    }

    @Override
    public void close() {
        current.file.close();
        side.close();
    }

    private Segment takeUp() {
        NavigableMap<Long, Long> bases = side.index().bases();
        adoptUnknown(bases);
        removeBelow(bases.isEmpty() ? 0 : bases.lastKey() - limits.maxFiles() + 1);
        side.index().restarts().clear();
        long highest = side.index().highestOffset();
        Map.Entry<Long, Long> last = bases.lastEntry();
        if (last == null) {
            return begin(0, highest);
        }
        Fd file = openExisting(last.getKey());
        if (file == null) {
            return begin(last.getKey() + 1, highest);
        }
        long size = file.seekEnd();
        if (last.getValue() + size >= highest) {
            return new Segment(last.getKey(), last.getValue(), file, size);
        }
        // Bytes that some entry knows of are gone (power loss, somebody cut the file): offsets never go back.
        file.close();
        return begin(last.getKey() + 1, highest);
    }

    // Segments without an entry: the side file was lost. A segment is never larger than the limit, so counting it as
    // full may skip offsets, but never gives one out twice.
    private void adoptUnknown(NavigableMap<Long, Long> bases) {
        for (long number : paths.segments()) {
            Map.Entry<Long, Long> last = bases.lastEntry();
            if (last == null) {
                append(SideEntry.Kind.SEGMENT, number, number * limits.maxFileBytes(), 0);
            } else if (number > last.getKey()) {
                append(SideEntry.Kind.SEGMENT, number, last.getValue() + sizeOf(last.getKey()), 0);
            }
        }
    }

    private long sizeOf(long number) {
        try {
            return Files.size(paths.segment(number));
        } catch (IOException e) {
            return 0;
        }
    }

    // Null where something stands there that is no file of ours; a segment that was announced only is made.
    private @Nullable Fd openExisting(long number) {
        try {
            Fd file = Fd.open(paths.segment(number), Fd.READ_WRITE | Fd.CREATE | Fd.NO_FOLLOW, SEGMENT_MODE);
            file.mode(SEGMENT_MODE);
            return file;
        } catch (PosixException e) {
            if (e.is(Errno.ELOOP) || e.is(Errno.EISDIR)) {
                return null;
            }
            throw e;
        }
    }

    // The entry comes before the file: a file without an entry would have no place in the stream.
    private Segment begin(long first, long at) {
        for (long number = first; number < first + MAX_SKIPPED_NAMES; number++) {
            removeBelow(number - limits.maxFiles() + 1);
            append(SideEntry.Kind.SEGMENT, number, at, 0);
            Fd file = create(number);
            if (file != null) {
                return new Segment(number, at, file, 0);
            }
        }
        throw new PosixException("find a free name for", paths.segment(first).toString(), Errno.EEXIST);
    }

    private @Nullable Fd create(long number) {
        int flags = Fd.READ_WRITE | Fd.CREATE | Fd.EXCLUSIVE | Fd.NO_FOLLOW;
        try {
            Fd file = Fd.open(paths.segment(number), flags, SEGMENT_MODE);
            file.mode(SEGMENT_MODE);
            return file;
        } catch (PosixException e) {
            if (e.is(Errno.EEXIST)) {
                return null;
            }
            throw e;
        }
    }

    private void removeBelow(long number) {
        NavigableMap<Long, Long> bases = side.index().bases();
        while (!bases.isEmpty() && bases.firstKey() < number) {
            try {
                Files.deleteIfExists(paths.segment(bases.firstKey()));
            } catch (DirectoryNotEmptyException ignored) {
                // Somebody made a folder of this name: not ours to remove, and no reason to stop.
            } catch (IOException e) {
                throw new UncheckedIOException("cannot remove " + paths.segment(bases.firstKey()), e);
            }
            bases.pollFirstEntry();
        }
    }

    private void noteTime() {
        long now = clock.millis();
        // A clock that was set back must not stop the index.
        if (Math.abs(now - timed) >= TIME_EVERY_MILLIS) {
            append(SideEntry.Kind.TIME, 0, end(), 0);
            timed = now;
        }
    }

    private void append(SideEntry.Kind kind, long number, long offset, long nonce) {
        side.append(new SideEntry(kind, number, offset, clock.millis(), nonce));
    }

    /** The segment that is written to. */
    private static final class Segment {
        private final long number;
        private final long base;
        private final Fd file;
        private long size;

        Segment(long number, long base, Fd file, long size) {
            this.number = number;
            this.base = base;
            this.file = file;
            this.size = size;
        }
    }
}
