package io.outrider.agent.standalone;

import io.outrider.agent.standalone.job.Reports;
import io.outrider.agent.standalone.line.Line;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.runners.alloc.AllocFeed;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.alloc.Alloc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a control plane wants to run on its node, and what it is told of that: the only way to the runners. */
final class PlaneFeed implements AllocFeed {

    private final Line line;
    private final Reports reports;

    PlaneFeed(Line line, Reports reports) {
        this.line = line;
        this.reports = reports;
    }

    @Override
    public Flux<Snapshot> snapshots() {
        return line.states().map(PlaneFeed::snapshot).distinctUntilChanged(Snapshot::assigned);
    }

    private static Snapshot snapshot(ClusterState state) {
        Map<String, Long> assigned = new HashMap<>();
        List<Alloc> allocs =
                state.allocs().stream().filter(alloc -> !waits(alloc, state)).toList();
        allocs.forEach(
                alloc -> assigned.put(alloc.id(), alloc.allocModifyIndex() == null ? 0 : alloc.allocModifyIndex()));
        return new Snapshot(state.index(), assigned, allocs);
    }

    /**
     * What takes the place of an alloc comes to the node only when that one has ended there: both want the same ports.
     */
    private static boolean waits(Alloc alloc, ClusterState state) {
        return alloc.previousAllocation() != null
                && alloc.lives()
                && alloc.taskStates() == null
                && state.alloc(alloc.previousAllocation())
                        .map(previous -> !previous.clientTerminal())
                        .orElse(false);
    }

    @Override
    public Mono<Void> report(List<AllocUpdate> updates) {
        return line.submit(draft -> {
                    reports.take(updates, draft);
                    return true;
                })
                .then();
    }
}
