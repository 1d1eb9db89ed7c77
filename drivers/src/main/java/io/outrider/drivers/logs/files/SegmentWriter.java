package io.outrider.drivers.logs.files;

import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.time.Clock;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The one writer of a stream: knows its end, moves bytes into the current segment, rotates. Takes up where a killed
 * writer was, by the sizes of the files. Errors of the disk come as {@link PosixException} and leave it in a state from
 * which the same call can be tried again. Not safe for two threads.
 */
public final class SegmentWriter implements AutoCloseable {

    private static final long TIME_EVERY_MILLIS = 1_000;

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
        // Nothing is left behind for an alloc that is gone.
        SegmentFolder.requireParent(paths);
        paths.makeOwn();
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
        try (SegmentFolder folder = SegmentFolder.make(paths, side.owner())) {
            Segment next = begin(folder, current.number + 1, end());
            current.file.close();
            current = next;
        }
    }

    /** Notes that a new run begins at the present end. Once for each {@code nonce} that differs from the last. */
    public void restart(long nonce) {
        SideIndex index = side.index();
        if (index.restartNumber() == 0 || index.restartNonce() != nonce) {
            keepInPlace();
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
        try (SegmentFolder folder = SegmentFolder.make(paths, side.owner())) {
            return takeUp(folder);
        }
    }

    private Segment takeUp(SegmentFolder folder) {
        NavigableMap<Long, Long> bases = side.index().bases();
        adoptUnknown(folder);
        removeBelow(folder, bases.isEmpty() ? 0 : bases.lastKey() - limits.maxFiles() + 1);
        side.index().restarts().clear();
        long highest = side.index().highestOffset();
        Map.Entry<Long, Long> last = bases.lastEntry();
        if (last == null) {
            return begin(folder, 0, highest);
        }
        Fd file = folder.open(last.getKey(), Fd.READ_WRITE);
        if (file == null) {
            return begin(folder, last.getKey() + 1, highest);
        }
        long size = file.seekEnd();
        if (last.getValue() + size >= highest) {
            return new Segment(last.getKey(), last.getValue(), file, size);
        }
        // Bytes that some entry knows of are gone (power loss, somebody cut the file): offsets never go back.
        file.close();
        return begin(folder, last.getKey() + 1, highest);
    }

    // Segments without an entry: the side file was lost, or its end with the power. A segment is never larger than the
    // limit, so counting it as full may skip offsets, but never gives one out twice.
    private void adoptUnknown(SegmentFolder folder) {
        NavigableMap<Long, Long> bases = side.index().bases();
        if (bases.isEmpty()) {
            for (long number : folder.highest(limits.maxFiles())) {
                adopt(folder, number);
            }
        }
        while (!bases.isEmpty() && folder.size(bases.lastKey() + 1) >= 0) {
            adopt(folder, bases.lastKey() + 1);
        }
    }

    private void adopt(SegmentFolder folder, long number) {
        Map.Entry<Long, Long> last = side.index().bases().lastEntry();
        long base = last == null
                ? number * limits.maxFileBytes()
                : last.getValue() + Math.max(0, folder.size(last.getKey()));
        append(SideEntry.Kind.SEGMENT, number, base, 0);
    }

    // The entry comes before the file: a file without an entry would have no place in the stream.
    private Segment begin(SegmentFolder folder, long number, long at) {
        removeBelow(folder, number - limits.maxFiles() + 1);
        append(SideEntry.Kind.SEGMENT, number, at, 0);
        return new Segment(number, at, folder.create(number), 0);
    }

    private void removeBelow(SegmentFolder folder, long number) {
        NavigableMap<Long, Long> bases = side.index().bases();
        while (!bases.isEmpty() && bases.firstKey() < number) {
            folder.remove(bases.firstKey());
            bases.pollFirstEntry();
        }
    }

    // Readers must find what is written, but somebody may have moved, removed or replaced segment or folder. What has
    // been written there is gone then, and readers are told so by a gap.
    private void keepInPlace() {
        try (SegmentFolder folder = SegmentFolder.find(paths, side.owner())) {
            if (folder != null && folder.holds(current.number, current.file)) {
                return;
            }
        }
        rotate();
    }

    private void noteTime() {
        long now = clock.millis();
        // A clock that was set back must not stop the index.
        if (Math.abs(now - timed) >= TIME_EVERY_MILLIS) {
            keepInPlace();
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
