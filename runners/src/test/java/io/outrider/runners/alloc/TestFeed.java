package io.outrider.runners.alloc;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.streams.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A feed that says what the test says, and remembers what it is told. */
final class TestFeed implements AllocFeed {

    private final Topic<Snapshot> snapshots = Topic.latest();
    private final Map<String, Alloc> placed = new LinkedHashMap<>();
    private final List<AllocUpdate> reports = new ArrayList<>();
    private long index = 10;

    synchronized void place(Alloc alloc) {
        index++;
        placed.put(alloc.id(), Allocs.at(alloc, index));
        publish();
    }

    /** In one snapshot. */
    synchronized void place(List<Alloc> allocs) {
        index++;
        allocs.forEach(alloc -> placed.put(alloc.id(), Allocs.at(alloc, index)));
        publish();
    }

    synchronized void stop(String allocId, boolean noShutdownDelay) {
        index++;
        placed.computeIfPresent(allocId, (id, alloc) -> Allocs.stopped(Allocs.at(alloc, index), noShutdownDelay));
        publish();
    }

    synchronized void remove(String allocId) {
        index++;
        placed.remove(allocId);
        publish();
    }

    synchronized void removeAll() {
        index++;
        placed.clear();
        publish();
    }

    /** Says something old again. */
    synchronized void publish(Snapshot snapshot) {
        snapshots.publish(snapshot);
    }

    synchronized void publish() {
        Map<String, Long> assigned = new HashMap<>();
        placed.forEach((id, alloc) -> assigned.put(id, alloc.allocModifyIndex()));
        snapshots.publish(new Snapshot(index, assigned, List.copyOf(placed.values())));
    }

    synchronized List<AllocUpdate> reports() {
        return List.copyOf(reports);
    }

    @Override
    public Flux<Snapshot> snapshots() {
        return snapshots.values();
    }

    @Override
    public Mono<Void> report(List<AllocUpdate> updates) {
        return Mono.fromRunnable(() -> {
            synchronized (this) {
                reports.addAll(updates);
            }
        });
    }
}
