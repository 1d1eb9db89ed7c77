package io.outrider.runners.alloc;

import io.outrider.runners.alloc.Coordinator.Kind;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.AllocDeploymentStatus;
import io.outrider.state.model.alloc.TaskState;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the states of its tasks mean for an alloc (behaviour sections 3.3, 3.4). Pure. */
final class AllocRules {

    private AllocRules() {}

    /** The client status that task states make, with its description. */
    static Status status(Collection<TaskState> states) {
        if (states.isEmpty()) {
            return new Status("", "");
        }
        if (states.stream().anyMatch(state -> is(state, TaskState.DEAD) && state.failed())) {
            return new Status("failed", "Failed tasks");
        }
        if (states.stream().anyMatch(state -> is(state, TaskState.RUNNING))) {
            return new Status("running", "Tasks are running");
        }
        return states.stream().anyMatch(state -> is(state, TaskState.PENDING))
                ? new Status("pending", "No tasks have started")
                : new Status("complete", "All tasks have completed");
    }

    /** Tasks that are not dead, those apart that run when all others are. */
    static Set<String> live(Map<String, Kind> kinds, Map<String, TaskState> states) {
        Set<String> live = new TreeSet<>();
        states.forEach((task, state) -> {
            if (kinds.get(task) != Kind.POSTSTOP && !is(state, TaskState.DEAD)) {
                live.add(task);
            }
        });
        return live;
    }

    /** Why what is {@link #live} must be killed, as the event that tells them; empty: it need not. */
    static Optional<TaskEvent> killCause(Members members, Map<String, TaskState> states, Instant now) {
        Optional<TaskEvent> cause = Optional.empty();
        for (Map.Entry<String, TaskState> task : new TreeMap<>(states).entrySet()) {
            boolean counts = members.kinds().get(task.getKey()) != Kind.POSTSTOP;
            if (!counts || !is(task.getValue(), TaskState.DEAD)) {
                continue;
            }
            if (task.getValue().failed()) {
                cause = cause.or(() -> Optional.of(TaskEvents.siblingFailed(now, task.getKey())));
            } else if (members.leaders().contains(task.getKey())) {
                cause = Optional.of(TaskEvents.leaderDead(now));
            }
        }
        return cause.or(
                () -> onlySidecars(members, states) ? Optional.of(TaskEvents.mainTasksDead(now)) : Optional.empty());
    }

    /** What the node reports of an alloc: what has ended for good has no unknown end times. */
    static ClientPart client(Alloc alloc, Status status, Map<String, TaskState> states, Instant now) {
        Map<String, TaskState> reported = new TreeMap<>(states);
        AllocDeploymentStatus health = alloc.deploymentStatus();
        if (status.terminal()) {
            reported.replaceAll((task, state) -> state.finishedAt() == null ? state.withFinishedAt(now) : state);
            boolean deployed =
                    !Objects.requireNonNullElse(alloc.deploymentId(), "").isEmpty();
            boolean unhealthy = status.word().equals("failed") && deployed;
            if (unhealthy && (health == null || health.healthy() == null)) {
                health = new AllocDeploymentStatus(false, null, health == null ? null : health.canary(), null);
            }
        }
        return new ClientPart(status.word(), status.description(), reported, health, alloc.networkStatus());
    }

    private static boolean onlySidecars(Members members, Map<String, TaskState> states) {
        Set<String> live = live(members.kinds(), states);
        return !live.isEmpty() && live.stream().allMatch(task -> sidecar(members, task));
    }

    private static boolean sidecar(Members members, String task) {
        Kind kind = members.kinds().get(task);
        return kind != null && kind.sidecar();
    }

    private static boolean is(TaskState state, String word) {
        return state.state().equals(word);
    }

    /**
     * The tasks of an alloc.
     *
     * @param kinds what each is
     * @param leaders those whose end ends all
     */
    record Members(Map<String, Kind> kinds, Set<String> leaders) {
        Members {
            kinds = Map.copyOf(kinds);
            leaders = Set.copyOf(leaders);
        }
    }

    /**
     * A client status.
     *
     * @param word {@code pending}, {@code running}, {@code complete}, {@code failed}
     * @param description for people
     */
    record Status(String word, String description) {
        boolean terminal() {
            return word.equals("complete") || word.equals("failed");
        }
    }
}
