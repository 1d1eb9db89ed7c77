package io.outrider.agent.standalone.job;

import io.outrider.agent.standalone.line.Work;
import io.outrider.agent.standalone.state.Change;
import io.outrider.agent.standalone.state.ClusterEvent;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.node.Node;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** What has to be done at once after a change: evaluations that it put in line, and those that waited for room. */
public final class Follows {

    private final Scheduling scheduling;
    private final Clock clock;

    public Follows(Scheduling scheduling, Clock clock) {
        this.scheduling = scheduling;
        this.clock = clock;
    }

    /** The work that follows from a change. */
    public List<Work<?>> of(Change change) {
        List<Work<?>> works = new ArrayList<>();
        boolean room = false;
        for (ClusterEvent event : change.events().events()) {
            // One that is being carried out is still pending when its plan is written down.
            if (event.payload() instanceof Evaluation eval
                    && !event.type().equals(Scheduling.PLAN_RESULT)
                    && eval.isDue(clock.instant())) {
                works.add(carryOut(eval.id()));
            }
            room = room || makesRoom(event.payload());
        }
        if (room && waits(change.state())) {
            works.add(draft -> {
                scheduling.unblock(draft);
                return true;
            });
        }
        return works;
    }

    /** Carries out an evaluation. */
    public Work<Work<?>> carryOut(String evalId) {
        return draft -> scheduling.carryOut(evalId, draft);
    }

    private static boolean makesRoom(Object changed) {
        return changed instanceof Node || changed instanceof Alloc alloc && !alloc.lives();
    }

    private static boolean waits(ClusterState state) {
        return state.evaluations().stream().anyMatch(eval -> Evaluation.BLOCKED.equals(eval.status()));
    }
}
