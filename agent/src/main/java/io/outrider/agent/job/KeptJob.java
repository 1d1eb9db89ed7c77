package io.outrider.agent.job;

import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.alloc.Alloc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A job of the {@link LocalFeed}, what the runners said of its allocs, and the allocs of its former runs, which stay on
 * the node until the job is forgotten. Guarded by the feed's lock.
 */
final class KeptJob {

    private final List<Alloc> former = new ArrayList<>();
    private final Map<String, Alloc.ClientPart> client = new HashMap<>();
    private PlacedJob newest;
    private @Nullable PlacedJob durable;
    private long durableAt;
    private Mono<Void> stopping = Mono.empty();
    private boolean stopFailed;
    private boolean leftUnfinished;
    private @Nullable PlacedJob keptWhole;

    KeptJob(PlacedJob newest) {
        this.newest = newest;
    }

    /** The same job, run anew: nothing of this run is taken away. */
    KeptJob anew(PlacedJob next) {
        KeptJob kept = new KeptJob(next);
        kept.former.addAll(former);
        whole(newest).forEach(kept::keep);
        return kept;
    }

    /** Takes in an alloc of a former run. It is not wanted to run again, whatever the runners may have lost of it. */
    void keep(Alloc alloc) {
        former.add(Allocs.over(alloc));
    }

    /** IDs of all allocs, also of those of former runs. */
    List<String> ids() {
        return Stream.concat(newest.allocs().stream(), former.stream())
                .map(Alloc::id)
                .toList();
    }

    Optional<Alloc> alloc(String id) {
        return Stream.concat(whole(newest).stream(), former.stream())
                .filter(alloc -> alloc.id().equals(id))
                .findFirst();
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

    /** When the wish to stop is durable, which it may be already. */
    Mono<Void> stopping() {
        return stopping;
    }

    void stopping(Mono<Void> end) {
        stopping = end;
    }

    /** Whether the wish to stop is known to this agent only. */
    boolean stopFailed() {
        return stopFailed;
    }

    void stopFailed(boolean failed) {
        stopFailed = failed;
    }

    /** All that an earlier agent knew of it is here. */
    void restored() {
        leftUnfinished = !status().ended();
    }

    /** Whether its end, if it has come, is one that nobody was given yet who asked for this job. */
    boolean isEndNews() {
        return leftUnfinished;
    }

    void given() {
        leftUnfinished = false;
    }

    void told(String alloc, Alloc.ClientPart part) {
        client.put(alloc, part);
    }

    boolean isDurable() {
        return durable != null;
    }

    /** What snapshots may show. */
    List<Alloc> durableAllocs() {
        List<Alloc> shown = new ArrayList<>(former);
        if (durable != null) {
            shown.addAll(whole(durable));
        }
        return shown;
    }

    /** What was {@code placed} now is committed together with what the runners keep of its allocs. */
    void isKeptWhole(PlacedJob placed) {
        keptWhole = placed;
    }

    /** Of those that snapshots may show the ones that the runners need not write before they run them. */
    List<String> keptIds() {
        return durable == null || durable != keptWhole
                ? List.of()
                : durable.allocs().stream().map(Alloc::id).toList();
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
        return mine && Alloc.isTerminal(update.client().status());
    }

    private static List<Alloc> whole(PlacedJob placed) {
        return placed.allocs().stream()
                .map(alloc -> Allocs.withJob(alloc, placed.job()))
                .toList();
    }
}
