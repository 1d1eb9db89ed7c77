package io.outrider.agent.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.RunSummary;
import io.outrider.agent.cli.output.RunSummary.TaskEnd;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OutcomeTest {

    private static final Instant START = Instant.parse("2026-11-30T08:00:00Z");
    private static final Job JOB = Json.read("""
            {"ID":"j","TaskGroups":[{"Name":"g","Tasks":[{"Name":"a","Driver":"raw_exec"},
              {"Name":"b","Driver":"raw_exec"}]}]}""", Job.class);

    @Test
    void goodEndsGiveZero() {
        RunSummary summary = summary(Map.of("a", dead(1, false, exit("0")), "b", dead(2, false, exit("0"))), 0);
        assertThat(summary.exitCode()).isZero();
        assertThat(summary.status()).isEqualTo("complete");
        assertThat(summary.tasks()).extracting(TaskEnd::state).containsOnly("complete");
        assertThat(summary.tasks().get(1).duration()).contains(Duration.ofSeconds(2));
    }

    @Test
    void codeIsThatOfTheTaskThatFailedFirstInTime() {
        RunSummary summary = summary(Map.of("a", dead(9, true, exit("3")), "b", dead(4, true, exit("7"))), 0);
        assertThat(summary.exitCode()).isEqualTo(7);
        assertThat(summary.status()).isEqualTo("failed");
    }

    @Test
    void taskThatWasStoppedHasNotFailed() {
        TaskState stopped = dead(9, false, event("Killing", Map.of()), signal("143", "15"), event("Killed", Map.of()));
        RunSummary summary = summary(Map.of("a", dead(1, false, exit("0")), "b", stopped), 0);
        assertThat(summary.exitCode()).isZero();
        assertThat(summary.tasks().get(1).state()).isEqualTo("stopped");
        assertThat(summary.tasks().get(1).signal()).hasValue(15);
    }

    @Test
    void successAfterARestartIsSuccess() {
        RunSummary summary =
                summary(Map.of("a", dead(5, false, exit("1"), exit("0")), "b", dead(1, false, exit("0"))), 0);
        assertThat(summary.exitCode()).isZero();
        assertThat(summary.tasks().get(0).exitCode()).hasValue(0);
    }

    @Test
    void failureWithoutACodeIsOneAndSaysWhy() {
        TaskEvent failure = new TaskEvent("Driver Failure", 0, "", "no such command", Map.of());
        RunSummary summary = summary(Map.of("a", dead(1, true, failure), "b", TaskState.pending()), 0);
        assertThat(summary.exitCode()).isEqualTo(1);
        TaskEnd end = summary.tasks().get(0);
        assertThat(end.exitCode()).isEmpty();
        assertThat(end.reason()).contains("no such command");
        assertThat(summary.tasks().get(1).state()).isEqualTo("pending");
    }

    @Test
    void lostExitStatusIsUnknownAndNeverGood() {
        RunSummary summary =
                summary(Map.of("a", dead(1, true, event("Terminated", Map.of())), "b", dead(1, false, exit("0"))), 0);
        assertThat(summary.exitCode()).isEqualTo(1);
        assertThat(summary.tasks().get(0).exitCode()).isEqualTo(OptionalInt.empty());
    }

    @Test
    void interruptGives130WhateverTheTasksDid() {
        Map<String, TaskState> states = Map.of("a", dead(1, true, exit("3")), "b", dead(1, false, exit("0")));
        assertThat(summary(states, 1).exitCode()).isEqualTo(130);
        assertThat(summary(states, 1).status()).isEqualTo("stopped");
        assertThat(summary(states, 2).status()).isEqualTo("killed");
    }

    private static RunSummary summary(Map<String, TaskState> states, int interrupts) {
        boolean failed = states.values().stream().anyMatch(TaskState::failed);
        Alloc alloc = Json.read("{\"ID\":\"1\",\"TaskGroup\":\"g\"}", Alloc.class)
                .withClient(new ClientPart(failed ? "failed" : "complete", null, states, null, null));
        JobKey key = new JobKey("default", "j");
        TaskRefs refs = TaskRefs.of(new RunningJob(key, JOB, List.of(alloc), false));
        return new Outcome(refs, new JobStatus(key, List.of(alloc), false), interrupts).summary(Duration.ofSeconds(9));
    }

    private static TaskState dead(int seconds, boolean failed, TaskEvent... events) {
        return TaskState.pending()
                .withState(TaskState.DEAD)
                .withFailed(failed)
                .withStartedAt(START)
                .withFinishedAt(START.plusSeconds(seconds))
                .withEvents(List.of(events));
    }

    private static TaskEvent exit(String code) {
        return event("Terminated", Map.of("exit_code", code, "signal", "0"));
    }

    private static TaskEvent signal(String code, String signal) {
        return event("Terminated", Map.of("exit_code", code, "signal", signal));
    }

    private static TaskEvent event(String type, @Nullable Map<String, String> details) {
        return new TaskEvent(type, 0, "", type, details == null ? Map.of() : details);
    }
}
