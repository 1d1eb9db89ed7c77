package io.outrider.drivers.logs.files;

import io.outrider.drivers.posix.Fd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a side file says, read as far as it went. Not safe for two threads. */
final class SideIndex {

    private static final int ENTRIES_AT_ONCE = 128;

    private final NavigableMap<Long, Long> bases = new TreeMap<>();
    private final Deque<SideEntry> restarts = new ArrayDeque<>();
    private long restartNumber;
    private long restartNonce;
    private @Nullable Long detachedAt;
    private boolean moved;
    private long readBytes;
    private long highestOffset;

    /** Takes in what has been appended since the last call. A half-written last entry waits for the next one. */
    void readOn(Fd side, long size) {
        long whole = size - size % SideEntry.SIZE;
        if (whole <= readBytes) {
            return;
        }
        readBytes = each(side, readBytes, whole, this::add);
    }

    /** Gives all sound entries from {@code from} to {@code to}; returns how far it got. */
    static long each(Fd side, long from, long to, Consumer<SideEntry> consumer) {
        byte[] buffer = new byte[(int) Math.min(to - from, (long) ENTRIES_AT_ONCE * SideEntry.SIZE)];
        long at = from;
        while (at < to) {
            int got = side.readAt(buffer, (int) Math.min(buffer.length, to - at), at);
            if (got < SideEntry.SIZE) {
                return at;
            }
            for (int i = 0; i + SideEntry.SIZE <= got; i += SideEntry.SIZE) {
                SideEntry entry = SideEntry.decode(buffer, i);
                if (entry != null) {
                    consumer.accept(entry);
                }
                at += SideEntry.SIZE;
            }
        }
        return at;
    }

    void add(SideEntry entry) {
        moved = entry.kind() == SideEntry.Kind.MOVED;
        highestOffset = Math.max(highestOffset, entry.offset());
        switch (entry.kind()) {
            case SEGMENT -> bases.put(entry.number(), entry.offset());
            case RESTART -> addRestart(entry);
            case DETACHED -> detachedAt = entry.offset();
            case ATTACHED -> detachedAt = null;
            default -> {
                // Times are looked up in the file, a move is in the flag.
            }
        }
    }

    private void addRestart(SideEntry entry) {
        if (entry.number() > restartNumber) {
            restarts.add(entry);
            restartNumber = entry.number();
            restartNonce = entry.nonce();
        }
    }

    /** Segments by index, with the offset where each begins. */
    NavigableMap<Long, Long> bases() {
        return bases;
    }

    /** The last segment that begins at or before {@code offset}; null where all begin later. */
    @Nullable
    Long at(long offset) {
        Map.Entry<Long, Long> candidate = bases.lastEntry();
        while (candidate != null && candidate.getValue() > offset) {
            candidate = bases.lowerEntry(candidate.getKey());
        }
        return candidate == null ? null : candidate.getKey();
    }

    /** Restarts that were not taken out yet, oldest first. */
    Deque<SideEntry> restarts() {
        return restarts;
    }

    long restartNumber() {
        return restartNumber;
    }

    long restartNonce() {
        return restartNonce;
    }

    /** Where the stream ended, if it has. */
    OptionalLong detachedAt() {
        return detachedAt == null ? OptionalLong.empty() : OptionalLong.of(detachedAt);
    }

    /** Whether another file stands in this one's place, or is about to. */
    boolean moved() {
        return moved;
    }

    /** How far the file was read. */
    long readBytes() {
        return readBytes;
    }

    /** No entry is about a later byte. */
    long highestOffset() {
        return highestOffset;
    }
}
