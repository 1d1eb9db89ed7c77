package io.outrider.runners.alloc;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.store.Commit;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
     * @param kept IDs of pulled allocs whose {@link AllocFeed#kept} this agent has made durable in the runners' store
     */
    record Snapshot(long index, Map<String, Long> assigned, List<Alloc> pulled, Set<String> kept) {

        /** Of a feed that leaves it to the runners to keep allocs. */
        public Snapshot(long index, Map<String, Long> assigned, List<Alloc> pulled) {
            this(index, assigned, pulled, Set.of());
        }
    }

    /**
     * What the runners keep of a new alloc before they run it. For feeds that write to the same store: put into the
     * commit that places the alloc, it saves one wait for the disk at each start.
     */
    static Commit.Change kept(Alloc alloc) {
        return AllocRecords.put(alloc);
    }
}
