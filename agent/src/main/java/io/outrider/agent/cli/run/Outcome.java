package io.outrider.agent.cli.run;

import io.outrider.agent.cli.output.RunSummary;
import io.outrider.agent.cli.output.RunSummary.TaskEnd;
import io.outrider.agent.cli.output.TaskRef;
import io.outrider.agent.job.JobStatus;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the end of a run out of the states of its tasks. Pure. */
final class Outcome {

    private static final List<String> REASONS = List.of("Driver Failure", "Setup Failure", "Failed Validation");

    private final TaskRefs refs;
    private final JobStatus status;
    private final int interrupts;

    /** @param interrupts how often the user asked for the end */
    Outcome(TaskRefs refs, JobStatus status, int interrupts) {
        this.refs = refs;
        this.status = status;
        this.interrupts = interrupts;
    }

    RunSummary summary(Duration duration) {
        List<TaskEnd> ends = refs.all().stream().map(this::end).toList();
        return new RunSummary(status.key().toString(), word(), exitCode(), duration, ends);
    }

    private String word() {
        if (interrupts > 1) {
            return "killed";
        }
        if (interrupts == 1 || status.stopped()) {
            return "stopped";
        }
        return failed().isEmpty() ? "complete" : "failed";
    }

    /**
     * The exit code of the task that failed first; a task that was stopped, or that succeeded after a restart, has not
     * failed. {@link ExitCodes#FAILED} when that task left none or 0.
     */
    int exitCode() {
        if (interrupts > 0) {
            return ExitCodes.INTERRUPTED;
        }
        return failed().stream()
                .min(Comparator.comparing(Outcome::end))
                .map(state -> lastExit(state).orElse(ExitCodes.FAILED))
                .map(code -> code == 0 ? ExitCodes.FAILED : code)
                .orElse(
                        status.allocs().stream().anyMatch(alloc -> "failed".equals(alloc.clientStatus()))
                                ? ExitCodes.FAILED
                                : ExitCodes.OK);
    }

    private List<TaskState> failed() {
        return refs.all().stream()
                .map(this::state)
                .flatMap(Optional::stream)
                .filter(TaskState::failed)
                .toList();
    }

    private static Instant end(TaskState state) {
        return Objects.requireNonNullElse(state.finishedAt(), Instant.MAX);
    }

    private TaskEnd end(TaskRef ref) {
        Optional<TaskState> state = state(ref);
        return new TaskEnd(
                ref,
                state.map(Outcome::word).orElse("pending"),
                state.map(Outcome::lastExit).orElse(OptionalInt.empty()),
                state.map(known -> number(known, "signal")).orElse(OptionalInt.empty()),
                state.map(TaskState::restarts).orElse(0L),
                state.flatMap(Outcome::duration),
                state.filter(TaskState::failed).flatMap(Outcome::reason));
    }

    private Optional<TaskState> state(TaskRef ref) {
        return status.allocs().stream()
                .filter(alloc -> alloc.id().equals(ref.allocId()))
                .findFirst()
                .map(Alloc::taskStates)
                .map(states -> states.get(ref.task()));
    }

    private static String word(TaskState state) {
        if (!TaskState.DEAD.equals(state.state())) {
            return state.state();
        }
        if (state.failed()) {
            return "failed";
        }
        boolean killed = state.events().stream().anyMatch(event -> event.type().equals("Killed"));
        return killed || state.startedAt() == null ? "stopped" : "complete";
    }

    private static OptionalInt lastExit(TaskState state) {
        return number(state, "exit_code");
    }

    private static OptionalInt number(TaskState state, String detail) {
        return last(state, "Terminated")
                .map(event -> event.details().get(detail))
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
    }

    private static Optional<TaskEvent> last(TaskState state, String type) {
        return state.events().stream()
                .filter(event -> event.type().equals(type))
                .reduce((first, second) -> second);
    }

    private static Optional<Duration> duration(TaskState state) {
        if (state.startedAt() == null || state.finishedAt() == null) {
            return Optional.empty();
        }
        return Optional.of(Duration.between(state.startedAt(), state.finishedAt()));
    }

    private static Optional<String> reason(TaskState state) {
        return REASONS.stream()
                .map(type -> last(state, type))
                .flatMap(Optional::stream)
                .findFirst()
                .map(TaskEvent::displayMessage);
    }
}
