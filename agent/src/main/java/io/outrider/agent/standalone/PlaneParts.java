package io.outrider.agent.standalone;

import io.outrider.state.model.node.Node;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import java.time.Clock;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
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

    /**
     * IDs and ports.
     *
     * @param ids a new UUID each time
     * @param random for ports
     * @param portIsFree whether nobody on this machine listens on a port
     */
    public record Chance(Supplier<String> ids, RandomGenerator random, IntPredicate portIsFree) {}
}
