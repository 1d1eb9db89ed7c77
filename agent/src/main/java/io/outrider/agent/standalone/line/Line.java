package io.outrider.agent.standalone.line;

import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.Change;
import io.outrider.agent.standalone.state.ClusterEvent;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Scope;
import io.outrider.streams.Topic;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The line in which all changes are made, one after the other. What waits while the store writes is made and written
 * together, so that many changes cost one sync; a commit that fails takes all of its changes with it, and the next ones
 * are made on top of what is durable. A state is seen only when it is durable, and an asker is answered after that.
 */
public final class Line {

    private static final Logger LOG = LoggerFactory.getLogger(Line.class);
    private static final int MAX_WAITING = 10_000;
    private static final int MAX_TURN = 256;

    private final StateStore store;
    private final Clock clock;
    private final Scheduler scheduler;
    private final Function<Change, List<Work<?>>> follows;
    private final Scope scope = new Scope("plane", (work, error) -> LOG.error("{} failed", work, error));
    private final Topic<ClusterState> states = Topic.latest();
    private final Changes changes = new Changes();
    private final Deque<Turn.Asked<?>> waiting = new ArrayDeque<>();
    private volatile ClusterState state;
    private boolean running;
    private boolean closed;

    /**
     * @param state what is durable already
     * @param scheduler where changes are made, one at a time
     * @param follows what has to be done after a change, at once and with it
     */
    public Line(Kept kept, ClusterState state, Scheduler scheduler, Function<Change, List<Work<?>>> follows) {
        this.store = kept.store();
        this.clock = kept.clock();
        this.state = state;
        this.scheduler = scheduler;
        this.follows = follows;
        states.publish(state);
    }

    /** The newest durable state. */
    public ClusterState state() {
        return state;
    }

    /** The newest durable state, now and after each change; a slow reader gets only the newest. */
    public Flux<ClusterState> states() {
        return states.values();
    }

    /**
     * What changes did, those with an index of at least {@code from} that are still remembered first; an index that is
     * yet to come begins with the newest. A reader that is too slow gets an error.
     */
    public Flux<ClusterEvent.Batch> events(long from) {
        return Flux.defer(() -> {
            AtomicLong next = new AtomicLong(changes.first(from));
            boolean[] begun = {false};
            return states.values().concatMapIterable(tick -> read(next, begun));
        });
    }

    private List<ClusterEvent.Batch> read(AtomicLong next, boolean[] begun) {
        if (begun[0] && changes.gone() >= next.get()) {
            throw new PlaneException(Kind.UNAVAILABLE, "subscriber is too slow: events were dropped");
        }
        List<ClusterEvent.Batch> found = changes.from(next.get());
        begun[0] = true;
        if (!found.isEmpty()) {
            next.set(found.get(found.size() - 1).index() + 1);
        }
        return found;
    }

    /**
     * Makes a change, in the order of subscription. Emits its answer when it is durable; fails with what the work
     * threw, or with {@link PlaneException} when it could not be kept. Cancel does not undo it.
     */
    public <T> Mono<T> submit(Work<T> work) {
        return Mono.defer(() -> {
            Turn.Asked<T> asked = new Turn.Asked<>(work);
            if (enqueue(asked)) {
                scope.add("turn", Mono.defer(this::turn).repeat(this::more));
            }
            return asked.end().value();
        });
    }

    /** True if nobody works in the line yet. */
    private synchronized boolean enqueue(Turn.Asked<?> asked) {
        if (closed || waiting.size() >= MAX_WAITING) {
            asked.end()
                    .fail(new PlaneException(
                            Kind.UNAVAILABLE,
                            closed ? "the agent is closed" : "too many changes wait to be written: try again"));
            return false;
        }
        waiting.add(asked);
        boolean first = !running;
        running = true;
        return first;
    }

    private synchronized boolean more() {
        running = !waiting.isEmpty();
        return running;
    }

    private Mono<Void> turn() {
        return Mono.fromSupplier(this::compute).subscribeOn(scheduler).flatMap(turn -> write(turn)
                // Not on the store's thread: whoever looks at states would keep others from being written.
                .publishOn(scheduler)
                .then(Mono.<Void>fromRunnable(() -> show(turn)))
                .onErrorResume(error -> Mono.fromRunnable(() -> turn.fail(told(error)))));
    }

    private Turn compute() {
        Turn turn = new Turn(state, follows, clock);
        turn.make(next());
        return turn;
    }

    private synchronized List<Turn.Asked<?>> next() {
        List<Turn.Asked<?>> taken = new ArrayList<>();
        while (!waiting.isEmpty() && taken.size() < MAX_TURN) {
            taken.add(waiting.remove());
        }
        return taken;
    }

    private Mono<Void> write(Turn turn) {
        return turn.any() ? store.commit(turn.commit()).then() : Mono.empty();
    }

    private void show(Turn turn) {
        if (turn.any()) {
            turn.changes().forEach(change -> change.events().parts().forEach(changes::add));
            state = turn.state();
            states.publish(turn.state());
        }
        turn.answer();
    }

    private static Throwable told(Throwable error) {
        return error instanceof StateStoreException
                ? new PlaneException(Kind.NOT_KEPT, "the change could not be kept: " + error.getMessage())
                : error;
    }

    /** Refuses new changes; those that wait fail. Whoever reads states sees their end. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            List<Turn.Asked<?>> left;
            synchronized (this) {
                closed = true;
                left = new ArrayList<>(waiting);
                waiting.clear();
            }
            left.forEach(asked -> asked.end().fail(new PlaneException(Kind.UNAVAILABLE, "the agent is being closed")));
            states.close();
            return scope.close();
        });
    }

    /** Where changes are kept, and what time it is. */
    public record Kept(StateStore store, Clock clock) {}
}
