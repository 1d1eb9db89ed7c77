package io.outrider.agent.job;

import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.alloc.Alloc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job of the {@link LocalFeed} and what the runners said of its allocs. Guarded by the feed's lock. */
final class KeptJob {

    private final Map<String, Alloc.ClientPart> client = new HashMap<>();
    private PlacedJob newest;
    private @Nullable PlacedJob durable;
    private long durableAt;

    KeptJob(PlacedJob newest) {
        this.newest = newest;
    }

    PlacedJob newest() {
        return newest;
    }

    void change(PlacedJob next) {
        newest = next;
    }

    /** What was {@code placed} at an index has been committed: snapshots may show it, unless they show a newer one. */
    void saved(PlacedJob placed, long at) {
        if (durable == null || at > durableAt) {
            durable = placed;
            durableAt = at;
        }
    }

    void told(String alloc, Alloc.ClientPart part) {
        client.put(alloc, part);
    }

    /** What snapshots may show. */
    List<Alloc> durableAllocs() {
        return durable == null ? List.of() : whole(durable);
    }

    JobStatus status() {
        List<Alloc> known = whole(newest).stream()
                .map(alloc -> Optional.ofNullable(client.get(alloc.id()))
                        .map(alloc::withClient)
                        .orElse(alloc))
                .toList();
        return new JobStatus(newest.key(), known, newest.stopped());
    }

    /** Takes an update that is about an alloc of this job. True if it ends the alloc. */
    boolean take(AllocUpdate update) {
        boolean mine = newest.allocs().stream().anyMatch(alloc -> alloc.id().equals(update.allocId()));
        if (mine) {
            told(update.allocId(), update.client());
        }
        return mine && JobStatus.ended(update.client().status());
    }

    private static List<Alloc> whole(PlacedJob placed) {
        return placed.allocs().stream()
                .map(alloc -> Allocs.withJob(alloc, placed.job()))
                .toList();
    }
}
