package io.outrider.agent.standalone;

import io.outrider.agent.standalone.room.Chance;
import io.outrider.state.model.node.Node;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import java.time.Clock;
import reactor.core.scheduler.Scheduler;

/**
 * What a control plane is made of.
 *
 * @param kept the store, and what it held when it was opened
 * @param node the node that allocs are placed on, as it is now
 * @param threads where it works
 * @param chance what it leaves to chance
 */
public record PlaneParts(Kept kept, Node node, Threads threads, Chance chance) {

    /**
     * The store.
     *
     * @param store opened
     * @param recovered what it held
     */
    public record Kept(StateStore store, Recovered recovered) {}

    /**
     * Threads and time.
     *
     * @param line one at a time; may block for short
     * @param timer wakes what is due later
     */
    public record Threads(Scheduler line, Scheduler timer, Clock clock) {}
}
