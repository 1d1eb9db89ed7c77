package io.outrider.runners.alloc;

import io.outrider.runners.task.TaskPlace;
import io.outrider.state.model.alloc.TaskState;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks of an alloc may start, in the order that their lifecycle blocks say (behaviour section 3.5). Pure: each
 * observation of the states gives the next coordinator. A gate that closes stops nobody.
 *
 * @param kinds what each task is
 * @param stage how far the alloc is
 */
record Coordinator(Map<String, Kind> kinds, Stage stage) {

    Coordinator {
        kinds = Map.copyOf(kinds);
    }

    /** An alloc whose tasks have not been looked at. */
    static Coordinator begin(Map<String, Kind> kinds) {
        return new Coordinator(kinds, Stage.INIT);
    }

    /** An alloc that an earlier agent has run. */
    static Coordinator restored(Map<String, Kind> kinds, Map<String, TaskState> states) {
        return new Coordinator(kinds, Stage.PRESTART).observe(states);
    }

    /** All tasks are being restarted: from the beginning, as soon as all of them have come to a stand. */
    Coordinator restarted() {
        return new Coordinator(kinds, Stage.INIT);
    }

    /** Where {@code states} lead. */
    Coordinator observe(Map<String, TaskState> states) {
        Coordinator now = this;
        while (now.next(states) != now.stage) {
            now = new Coordinator(kinds, now.next(states));
        }
        return now;
    }

    /** Whether {@code task} may start. */
    boolean isOpen(String task) {
        Kind kind = kinds.get(task);
        return kind != null && stage.open.contains(kind);
    }

    private Stage next(Map<String, TaskState> states) {
        if (stage != Stage.INIT && all(kind -> kind != Kind.POSTSTOP, states, Coordinator::dead)) {
            return Stage.POSTSTOP;
        }
        return switch (stage) {
            case INIT -> all(kind -> true, states, Coordinator::pending) ? Stage.PRESTART : Stage.INIT;
            case PRESTART ->
                all(Kind.PRESTART::equals, states, Coordinator::succeeded)
                                && all(Kind.PRESTART_SIDECAR::equals, states, Coordinator::running)
                        ? Stage.MAIN
                        : Stage.PRESTART;
            case MAIN -> all(Kind.MAIN::equals, states, state -> !pending(state)) ? Stage.POSTSTART : Stage.MAIN;
            case POSTSTART ->
                all(Kind.POSTSTART::equals, states, Coordinator::dead) ? Stage.WAIT_ALLOC : Stage.POSTSTART;
            default -> stage;
        };
    }

    private boolean all(Predicate<Kind> which, Map<String, TaskState> states, Predicate<@Nullable TaskState> are) {
        return kinds.entrySet().stream()
                .filter(task -> which.test(task.getValue()))
                .allMatch(task -> are.test(states.get(task.getKey())));
    }

    private static boolean pending(@Nullable TaskState state) {
        return state == null || state.state().equals(TaskState.PENDING);
    }

    private static boolean running(@Nullable TaskState state) {
        return state != null && state.state().equals(TaskState.RUNNING);
    }

    private static boolean dead(@Nullable TaskState state) {
        return state != null && state.state().equals(TaskState.DEAD);
    }

    private static boolean succeeded(@Nullable TaskState state) {
        return state != null && dead(state) && !state.failed();
    }

    /** What a task is to its alloc. */
    enum Kind {
        PRESTART,
        PRESTART_SIDECAR,
        MAIN,
        POSTSTART,
        POSTSTART_SIDECAR,
        POSTSTOP;

        static Kind of(TaskPlace place) {
            return switch (place.lifecycleHook()) {
                case "prestart" -> place.sidecar() ? PRESTART_SIDECAR : PRESTART;
                case "poststart" -> place.sidecar() ? POSTSTART_SIDECAR : POSTSTART;
                case "poststop" -> POSTSTOP;
                default -> MAIN;
            };
        }

        boolean sidecar() {
            return this == PRESTART_SIDECAR || this == POSTSTART_SIDECAR;
        }
    }

    /** How far an alloc is, and who may start then. */
    enum Stage {
        INIT(Set.of()),
        PRESTART(Set.of(Kind.PRESTART, Kind.PRESTART_SIDECAR)),
        MAIN(Set.of(Kind.PRESTART_SIDECAR, Kind.MAIN)),
        POSTSTART(Set.of(Kind.PRESTART_SIDECAR, Kind.MAIN, Kind.POSTSTART, Kind.POSTSTART_SIDECAR)),
        WAIT_ALLOC(Set.of(Kind.PRESTART_SIDECAR, Kind.MAIN, Kind.POSTSTART_SIDECAR)),
        POSTSTOP(Set.of(Kind.POSTSTOP));

        private final Set<Kind> open;

        Stage(Set<Kind> open) {
            this.open = open;
        }
    }
}
