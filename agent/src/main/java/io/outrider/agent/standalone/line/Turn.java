package io.outrider.agent.standalone.line;

import io.outrider.agent.standalone.state.Change;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateKey;
import io.outrider.streams.Once;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What waited in the line, made on top of each other and written in one commit. Not thread-safe. */
final class Turn {

    private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

    private final Function<Change, List<Work<?>>> follows;
    private final Clock clock;
    private final Map<StateKey, Commit.Change> writes = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Once<?>> asked = new ArrayList<>();
    private ClusterState state;

    Turn(ClusterState before, Function<Change, List<Work<?>>> follows, Clock clock) {
        this.state = before;
        this.follows = follows;
        this.clock = clock;
    }

    /** Makes all, each followed by what follows from it. */
    void make(Collection<Asked<?>> waiting) {
        for (Asked<?> next : waiting) {
            Deque<Asked<?>> line = new ArrayDeque<>();
            line.add(next);
            while (!line.isEmpty()) {
                List<Work<?>> more = make(line.remove());
                // What follows from a change is done before anything else that waits.
                for (int i = more.size() - 1; i >= 0; i--) {
                    line.addFirst(new Asked<>(more.get(i), new Once<>(), true));
                }
            }
        }
    }

    private <T> List<Work<?>> make(Asked<T> next) {
        Draft draft = new Draft(state, clock.instant());
        try {
            T answer = next.work().make(draft);
            Change change = draft.done();
            asked.add(next.end());
            answers.add(() -> set(next.end(), answer));
            List<Work<?>> more = new ArrayList<>(take(change));
            if (answer instanceof Work<?> then) {
                more.add(0, then);
            }
            return more;
        } catch (RuntimeException | StackOverflowError e) {
            // One that is nested too deep must not stop the line for all others.
            if (next.own()) {
                LOG.error("what follows from a change could not be done", e);
            }
            asked.add(next.end());
            answers.add(() -> next.end().fail(e));
            return List.of();
        }
    }

    private static <T> void set(Once<T> end, @Nullable T answer) {
        if (answer == null) {
            end.complete();
        } else {
            end.set(answer);
        }
    }

    private List<Work<?>> take(Change change) {
        if (!change.any()) {
            return List.of();
        }
        state = change.state();
        changes.add(change);
        change.writes().forEach(this::write);
        return follows.apply(change);
    }

    /** The last write of a key counts. */
    private void write(Commit.Change write) {
        if (write instanceof Commit.Change.Put put) {
            writes.put(put.key(), put);
        } else if (write instanceof Commit.Change.Delete delete) {
            writes.put(delete.key(), delete);
        }
    }

    Commit commit() {
        return new Commit(List.copyOf(writes.values()), Told.of(changes, clock.instant()));
    }

    boolean any() {
        return !changes.isEmpty();
    }

    ClusterState state() {
        return state;
    }

    List<Change> changes() {
        return changes;
    }

    void answer() {
        answers.forEach(Runnable::run);
    }

    void fail(Throwable error) {
        asked.forEach(end -> end.fail(error));
    }

    /**
     * One piece of work and who waits for its answer.
     *
     * @param own whether nobody asked for it
     */
    record Asked<T>(Work<T> work, Once<T> end, boolean own) {
        Asked(Work<T> work) {
            this(work, new Once<>(), false);
        }
    }
}
