package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Job files of the reference, as they are. Those that take long are stopped once they have shown what they do. */
@Execution(ExecutionMode.CONCURRENT)
final class CorpusRunTest {

    private final Path temp;

    CorpusRunTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void envShowsTheEnvironmentOfATaskAndNothingOfOurs() {
        try (Launched run = start("e2e__example__input__env")) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.lines())
                    .contains(
                            "task | NOMAD_JOB_NAME=env", "task | NOMAD_GROUP_NAME=group", "task | NOMAD_TASK_NAME=task")
                    .contains("task | NOMAD_CPU_LIMIT=10", "task | NOMAD_MEMORY_LIMIT=10", "task | NOMAD_DC=dc1")
                    .noneMatch(line ->
                            line.startsWith("task | JAVA_HOME=") || line.startsWith("task | MALLOC_ARENA_MAX="));
        }
    }

    @Test
    void simpleBatchRunsForItsSecondAndSucceeds() {
        try (Launched run = start("e2e__taskevents__input__simple_batch")) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(events(run, "simple_batch")).containsExactly("Received", "Task Setup", "Started", "Terminated");
        }
    }

    @Test
    void failureEndsTheSibling() {
        try (Launched run = start("e2e__taskevents__input__failed_sibling")) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(99);
            assertThat(events(run, "failed_sibling"))
                    .containsExactly(
                            "Received",
                            "Task Setup",
                            "Started",
                            "Sibling Task Failed",
                            "Killing",
                            "Terminated",
                            "Killed");
            assertThat(events(run, "failure"))
                    .containsExactly("Received", "Task Setup", "Started", "Terminated", "Not Restarting", "Killing");
        }
    }

    @Test
    void restarterIsRestartedAgainAndAgain() {
        try (Launched run = start("e2e__clientstate__restarter")) {
            run.await(
                    () -> events(run, "restarter").stream()
                                    .filter("Started"::equals)
                                    .count()
                            >= 2,
                    "a restart");
            run.signal("INT");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(events(run, "restarter"))
                    .startsWith("Received", "Task Setup", "Started", "Terminated", "Restarting", "Started");
            assertThat(run.out()).contains("Exit Code: 99");
        }
    }

    @Test
    void everyAllocOfACountFailsByItself() {
        try (Launched run = start("e2e__rescheduling__input__norescheduling")) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(127);
            for (String task : List.of("t1[0]", "t1[1]", "t1[2]")) {
                assertThat(events(run, task))
                        .containsExactly("Received", "Task Setup", "Started", "Terminated", "Not Restarting");
            }
        }
    }

    @Test
    void sleepersRunUntilTheyAreStopped() {
        stopped("e2e__example__input__sleep", 1);
        stopped("e2e__operator_scheduler__input__basic", 1);
        stopped("e2e__events__input__large-job", 3);
    }

    @Test
    void failingBatchWaitsForItsRestartAndCanBeStoppedMeanwhile() {
        try (Launched run = start("e2e__jobsubmissions__input__huge")) {
            run.awaitOut("* Restarting: Task restarting in ").signal("INT");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(events(run, "task"))
                    .containsExactly("Received", "Task Setup", "Started", "Terminated", "Restarting", "Killing");
        }
    }

    @Test
    void shutdownDelayIsKept() {
        try (Launched run = start("e2e__overlap__testdata__overlap")) {
            run.awaitOut("* Started").signal("INT");
            run.awaitOut("Waiting for shutdown_delay of 8s");
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(130);
        }
    }

    private void stopped(String name, int starts) {
        try (Launched run = start(name)) {
            run.await(
                    () -> run.lines().stream()
                                    .filter(line -> line.contains("* Started"))
                                    .count()
                            >= starts,
                    name + " has started");
            run.signal("INT");
            assertThat(run.exitCode()).as(name).isEqualTo(130);
            assertThat(run.out()).contains("* Killed");
        }
    }

    private Launched start(String name) {
        Path jobs = Launched.ROOT.resolve("../shared/corpus/jobs").normalize();
        if (!Files.isDirectory(jobs)) {
            assertThat(System.getenv("CI"))
                    .as("in CI the data must be there: " + jobs)
                    .isNull();
            assumeTrue(false, "no job files of the reference at " + jobs);
        }
        try (Stream<Path> files = Files.list(jobs)) {
            Path file = files.filter(path -> List.of(".hcl", ".nomad").stream()
                            .anyMatch(end -> path.getFileName().toString().equals(name + end)))
                    .findFirst()
                    .orElseThrow();
            return Launched.start(temp, "run", file.toString());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> events(Launched run, String task) {
        return run.lines().stream()
                .filter(line -> line.startsWith(task + " ") && line.contains(" * "))
                .map(line -> line.substring(line.indexOf(" * ") + 3))
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();
    }
}
