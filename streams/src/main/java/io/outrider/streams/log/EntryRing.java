package io.outrider.streams.log;

import io.outrider.streams.Entry;
import io.outrider.streams.Journal.Retained;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest entries of a log, in one place for all readers. Overflow policy: the oldest go. Safe from any thread; the
 * lock is held for the time of a few array accesses.
 */
final class EntryRing<E> {

    private static final int FIRST_SLOTS = 64;

    private final Retention retention;
    private @Nullable Entry<E>[] slots = slots(FIRST_SLOTS);
    private long oldest = 1;
    private long newest;
    private long bytes;

    EntryRing(Retention retention) {
        this.retention = retention;
    }

    synchronized void add(List<Entry<E>> entries) {
        entries.forEach(this::addOne);
    }

    /** The entry with this sequence number; null if it is not in the ring. */
    synchronized @Nullable Entry<E> at(long seq) {
        return seq < oldest || seq > newest ? null : slots[slot(seq)];
    }

    /** At most {@code limit} entries above {@code after}; the first may be later than {@code after + 1}. */
    synchronized List<Entry<E>> from(long after, int limit) {
        List<Entry<E>> found = new ArrayList<>();
        for (long seq = Math.max(after + 1, oldest); seq <= newest && found.size() < limit; seq++) {
            Entry<E> entry = slots[slot(seq)];
            if (entry != null) {
                found.add(entry);
            }
        }
        return found;
    }

    synchronized long newest() {
        return newest;
    }

    /** What it holds at one moment: asked for one by one, the ends may belong to two. */
    synchronized Retained retained() {
        return new Retained(oldest, newest);
    }

    private void addOne(Entry<E> entry) {
        long seq = entry.cursor().seq();
        if (seq != newest + 1) {
            clear(seq);
        }
        if (newest - oldest + 1 == slots.length) {
            grow();
        }
        newest = seq;
        slots[slot(seq)] = entry;
        bytes += entry.encoded().length;
        while (retention.isExceeded(newest - oldest + 1, bytes)) {
            dropOldest();
        }
    }

    private void dropOldest() {
        Entry<E> gone = slots[slot(oldest)];
        if (gone != null) {
            bytes -= gone.encoded().length;
        }
        slots[slot(oldest)] = null;
        oldest++;
    }

    /** Only an unbroken run can be addressed by sequence number. */
    private void clear(long next) {
        slots = slots(FIRST_SLOTS);
        bytes = 0;
        oldest = next;
        newest = next - 1;
    }

    private void grow() {
        @Nullable Entry<E>[] larger = slots(slots.length * 2);
        for (long seq = oldest; seq <= newest; seq++) {
            larger[(int) (seq % larger.length)] = slots[slot(seq)];
        }
        slots = larger;
    }

    private int slot(long seq) {
        return (int) (seq % slots.length);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic type cannot be made otherwise.
    private static <E> @Nullable Entry<E>[] slots(int count) {
        return new Entry[count];
    }
}
