package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A place in a stream, from which the next item is read. Holds at most two descriptors and no bytes. Order matters
 * against the writer on the other side: first the segment's size is taken, then the side file is looked at again, and
 * only then bytes up to that size are read. So a marker, a new segment or the end that was written before some byte is
 * known before that byte is given out.
 */
final class LogCursor implements AutoCloseable {

    private static final int MAX_BYTES = 64 * 1024;
    private static final long NONE = Long.MAX_VALUE;

    private final StreamPaths paths;
    private final long start;
    private final ReentrantLock lock = new ReentrantLock();
    private SideIndex index = new SideIndex();
    private @Nullable Fd side;
    private @Nullable Fd segment;
    private int owner;
    private long segmentIndex;
    private long segmentBase;
    private long restartsGiven;
    private boolean closed;
    private long position;

    LogCursor(StreamPaths paths, long offset) {
        this.paths = paths;
        this.start = offset;
        this.position = offset;
    }

    /** The next item; null where there is none yet. Nothing is asked for after an End. */
    @Nullable
    LogItem next() {
        lock.lock();
        try {
            return nextLocked();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable LogItem nextLocked() {
        while (!closed && sideIsOpen()) {
            LogItem mark = restartOrEnd();
            if (mark != null) {
                return mark;
            }
            LogItem gap = segment == null ? openSegment() : null;
            Fd data = segment;
            if (gap != null) {
                return gap;
            }
            if (data == null) {
                // The index may have been opened before it had its first entry.
                if (readSideOn()) {
                    continue;
                }
                return null;
            }
            long size = data.seekEnd();
            if (!readSideOn()) {
                long until = Math.min(segmentBase + size, boundary());
                if (position < until) {
                    return read(data, until);
                }
                if (boundary() == NONE) {
                    return null;
                }
                if (position < boundary()) {
                    return gapTo(boundary());
                }
                closeSegment();
            }
        }
        return null;
    }

    /**
     * Where a reader that does not wait stops: at its place, or at the end of the stream if that comes before. Only
     * for the one who reads.
     */
    LogItem.End here() {
        Fd data = segment;
        if (data != null) {
            return new LogItem.End(Math.min(position, segmentBase + data.seekEnd()), false);
        }
        return new LogItem.End(index.bases().isEmpty() ? 0 : position, false);
    }

    /** Whether {@link #next} may have something, at the price of one or two system calls; never waits for a reader. */
    boolean changed() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return hasNews();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasNews() {
        Fd open = side;
        if (closed || open == null) {
            return closed || paths.isBegun();
        }
        Fd data = segment;
        return index.moved()
                || open.seekEnd() > index.readBytes()
                || (data == null ? !index.bases().isEmpty() : segmentBase + data.seekEnd() > position);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closeSegment();
            closeSide();
        } finally {
            lock.unlock();
        }
    }

    private boolean sideIsOpen() {
        if (side != null && !index.moved()) {
            return true;
        }
        closeSide();
        try {
            side = Fd.open(paths.side(), Fd.READ | Fd.NO_FOLLOW);
        } catch (PosixException e) {
            if (e.is(Errno.ENOENT)) {
                return false;
            }
            throw e;
        }
        owner = side.facts().uid();
        index = new SideIndex();
        readSideOn();
        return true;
    }

    private boolean readSideOn() {
        Fd open = Objects.requireNonNull(side, "side");
        long before = index.readBytes();
        index.readOn(open, open.seekEnd());
        return index.readBytes() > before;
    }

    private @Nullable LogItem restartOrEnd() {
        for (SideEntry next = index.restarts().peek();
                next != null;
                next = index.restarts().peek()) {
            boolean due = next.offset() >= start && next.number() > restartsGiven;
            if (due && next.offset() > position) {
                break;
            }
            index.restarts().poll();
            if (due) {
                restartsGiven = next.number();
                return new LogItem.Restart(position);
            }
        }
        OptionalLong end = index.detachedAt();
        return end.isPresent() && position >= end.getAsLong() ? new LogItem.End(end.getAsLong(), true) : null;
    }

    // Opens the segment that holds the position, or the next one that is still kept: then there is a gap.
    private @Nullable LogItem openSegment() {
        try (SegmentFolder folder = SegmentFolder.find(paths, owner)) {
            return folder == null ? null : openSegment(folder);
        }
    }

    private @Nullable LogItem openSegment(SegmentFolder folder) {
        Long from = index.at(position);
        for (Map.Entry<Long, Long> candidate :
                index.bases().tailMap(from == null ? 0L : from).entrySet()) {
            // Null: removed by rotation, announced and not made yet, or swapped by a task.
            segment = folder.open(candidate.getKey(), Fd.READ);
            if (segment != null) {
                segmentIndex = candidate.getKey();
                segmentBase = candidate.getValue();
                index.bases().headMap(segmentIndex).clear();
                return position < segmentBase ? gapTo(segmentBase) : null;
            }
        }
        return null;
    }

    private LogItem gapTo(long offset) {
        LogItem gap = new LogItem.Gap(position, offset);
        position = offset;
        return gap;
    }

    // What must not be read across: the next segment, the next restart, the end. NONE where the stream is open.
    private long boundary() {
        Long next = index.bases().higherKey(segmentIndex);
        long nextBase = next == null ? NONE : index.bases().get(next);
        SideEntry restart = index.restarts().peek();
        long marked = restart == null || restart.offset() <= position ? NONE : restart.offset();
        return Math.min(Math.min(nextBase, marked), index.detachedAt().orElse(NONE));
    }

    private @Nullable LogItem read(Fd data, long until) {
        byte[] bytes = new byte[(int) Math.min(MAX_BYTES, until - position)];
        int got = data.readAt(bytes, bytes.length, position - segmentBase);
        if (got <= 0) {
            // Somebody cut the file between the two calls; the next look will tell.
            return null;
        }
        byte[] whole = got == bytes.length ? bytes : Arrays.copyOf(bytes, got);
        LogItem item = new LogItem.Data(position, whole, segmentIndex, segmentBase);
        position += got;
        return item;
    }

    private void closeSegment() {
        if (segment != null) {
            segment.close();
            segment = null;
        }
    }

    private void closeSide() {
        if (side != null) {
            side.close();
            side = null;
        }
    }
}
