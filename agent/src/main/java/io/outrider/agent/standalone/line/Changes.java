package io.outrider.agent.standalone.line;

import io.outrider.agent.standalone.state.ClusterEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last changes, for readers of the event stream. Safe from any thread. */
final class Changes {

    private static final int KEPT = 100;

    private final Deque<ClusterEvent.Batch> batches = new ArrayDeque<>();
    private long gone;

    synchronized void add(ClusterEvent.Batch batch) {
        batches.add(batch);
        while (batches.size() > KEPT) {
            gone = batches.remove().index();
        }
    }

    /** The first index that a reader gets who asks for those from {@code from} on. */
    synchronized long first(long from) {
        long newest = batches.isEmpty() ? 0 : batches.getLast().index();
        return Math.min(from, newest);
    }

    /** The newest index that is no longer kept. */
    synchronized long gone() {
        return gone;
    }

    synchronized List<ClusterEvent.Batch> from(long index) {
        List<ClusterEvent.Batch> found = new ArrayList<>();
        for (ClusterEvent.Batch batch : batches) {
            if (batch.index() >= index) {
                found.add(batch);
            }
        }
        return found;
    }
}
