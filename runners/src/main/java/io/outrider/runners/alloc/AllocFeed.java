package io.outrider.runners.alloc;

import io.outrider.state.model.alloc.Alloc;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Where allocs come from: a file, the standalone control plane, a Nomad cluster, a host program. There is no other way
 * into the runners. Snapshots pass the index gate, so old, repeated or reordered ones do no harm (rows R23, R41).
 */
public interface AllocFeed {

    /**
     * What is placed on this node, now and at each change. The feed retries by itself; an error ends the agent's
     * intake.
     */
    Flux<Snapshot> snapshots();

    /**
     * Takes what the runners report, newest value per alloc. Completes when the feed has it; an error makes the runners
     * report it again later, merged with what is newer.
     */
    Mono<Void> report(List<AllocUpdate> updates);

    /**
     * Everything placed on this node at {@code index}.
     *
     * @param index of the snapshot
     * @param assigned alloc ID to its modify index: all of them
     * @param pulled whole allocs: at least those that are new or newer than the runners know
     */
    record Snapshot(long index, Map<String, Long> assigned, List<Alloc> pulled) {}
}
