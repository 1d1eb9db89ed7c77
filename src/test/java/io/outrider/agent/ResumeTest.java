package io.outrider.agent;

import static io.outrider.agent.JobText.job;
import static io.outrider.agent.JobText.task;
import static io.outrider.agent.JobText.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code run -data-dir} after a kill -9. */
@Execution(ExecutionMode.CONCURRENT)
final class ResumeTest {

    private final Path temp;
    private final Path data;

    ResumeTest(@TempDir Path temp) {
        this.temp = temp;
        this.data = temp.resolve("data");
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(temp);
    }

    @Test
    void runningTasksAreFoundAgainAndNothingIsLostOrRunTwice() throws IOException {
        Path ends = temp.resolve("ends");
        Path started = temp.resolve("started");
        String tasks = task("counter", """
                echo $$ >> %s
                i=0
                while [ ! -e %s ]; do
                  echo line $i
                  i=$((i+1))
                  sleep 0.01
                done
                echo total $i
                exit 6""".formatted(started, ends), "");
        Path file = write(temp, "resume", job(tasks));
        int seen = 0;
        for (int round = 0; round < 3; round++) {
            int wanted = seen + 20;
            try (Launched run = start(file)) {
                run.await(() -> count(run) > wanted, "more lines than " + wanted);
                run.signal("KILL");
                run.exitCode();
                seen = count(run);
            }
        }
        try (Launched last = start(file)) {
            last.awaitOut("counter | line " + (seen + 5));
            Files.writeString(ends, "");
            assertThat(last.exitCode()).isEqualTo(6);
            assertThat(last.out()).contains("was running in " + data).contains("Exit Code: 6");
            List<String> lines = last.lines().stream()
                    .filter(line -> line.startsWith("counter | "))
                    .map(line -> line.substring("counter | ".length()))
                    .toList();
            int total = lines.size() - 1;
            assertThat(lines.get(total)).isEqualTo("total " + total);
            assertThat(lines.subList(0, total))
                    .isEqualTo(IntStream.range(0, total)
                            .mapToObj(number -> "line " + number)
                            .toList());
            assertThat(last.lines().stream().filter(line -> line.startsWith("counter * Started")))
                    .hasSize(1);
        }
        assertThat(Files.readAllLines(started)).as("pids of the task").hasSize(1);
    }

    @Test
    void taskThatEndsWhileNoAgentRunsHasItsExitCode() throws IOException {
        Path go = temp.resolve("go");
        Path done = temp.resolve("done");
        String tasks = task("t", """
                echo ready
                while [ ! -e %s ]; do sleep 0.02; done
                echo last words
                touch %s
                exit 9""".formatted(go, done), "");
        Path file = write(temp, "away", job(tasks));
        try (Launched run = start(file)) {
            run.awaitOut("t | ready").signal("KILL");
            run.exitCode();
        }
        Files.writeString(go, "");
        Awaitility.await().until(() -> Files.exists(done));
        try (Launched run = start(file)) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(9);
            assertThat(run.out()).contains("t | last words\n").contains("Exit Code: 9");
        }
    }

    @Test
    void changedJobReplacesTheOneThatRunsOnlyWhenAskedTo() throws IOException {
        Path pid = temp.resolve("pid");
        String old = "trap 'echo stopped > " + temp + "/stopped; exit 0' INT; echo $$ > " + pid
                + "; echo ready; while :; do sleep 0.05; done";
        Path file = write(temp, "changed", job(task("t", old, "")));
        try (Launched run = start(file)) {
            run.awaitOut("t | ready").signal("KILL");
            run.exitCode();
        }
        long task = Long.parseLong(Files.readString(pid).strip());
        write(temp, "changed", job(task("t", "echo new", "")));
        try (Launched refused = start(file)) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("from another version of the file")
                    .contains("run -replace does");
        }
        assertThat(Launched.lives(task)).isTrue();
        Path other = write(temp, "other", job(task("t", "echo beside", "")).replace("\"test\"", "\"other\""));
        try (Launched beside = start(other)) {
            assertThat(beside.exitCode()).isZero();
            assertThat(beside.out()).contains("job test runs in " + data + " too");
        }
        assertThat(Launched.lives(task)).isTrue();
        try (Launched run = Launched.start(temp, "run", "-replace", "-data-dir", data.toString(), file.toString())) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("t | new\n").doesNotContain("runs in ");
        }
        assertThat(temp.resolve("stopped")).content().isEqualTo("stopped\n");
        assertThat(Launched.lives(task)).isFalse();
    }

    @Test
    void endedJobIsRunAnewAndWhatItsFormerRunsLeftStays() throws IOException {
        Path file = write(temp, "again", job(task("t", "echo run; echo run >> $NOMAD_TASK_DIR/kept", "")));
        for (int round = 1; round <= 3; round++) {
            try (Launched run = start(file)) {
                assertThat(run.exitCode()).as(run.err()).isZero();
                assertThat(run.out()).containsOnlyOnce("t | run\n").doesNotContain("was running");
            }
            assertThat(left("alloc/logs/t.stdout.0")).hasSize(round).allMatch("run\n"::equals);
            assertThat(left("t/local/kept")).hasSize(round).allMatch("run\n"::equals);
        }
    }

    @Test
    void jobThatIsRunAnewShowsNothingOfItsFormerRuns() throws IOException {
        Path file = write(temp, "again", job(task("t", "echo run", "")));
        Set<String> before = new HashSet<>();
        for (int round = 0; round < 2; round++) {
            try (Launched run = Launched.start(temp, "run", "-json", "-data-dir", data.toString(), file.toString())) {
                assertThat(run.exitCode()).as(run.err()).isZero();
                assertThat(run.lines())
                        .filteredOn(line -> line.startsWith("{\"kind\":\"event\""))
                        .isNotEmpty()
                        .noneMatch(line -> before.stream().anyMatch(line::contains));
            }
            try (DirectoryStream<Path> allocs = Files.newDirectoryStream(data.resolve("alloc"))) {
                allocs.forEach(alloc -> before.add(alloc.getFileName().toString()));
            }
        }
        assertThat(before).hasSize(2);
    }

    /** What the allocs that have a file hold in it. */
    private List<String> left(String file) throws IOException {
        List<String> texts = new ArrayList<>();
        try (DirectoryStream<Path> allocs = Files.newDirectoryStream(data.resolve("alloc"))) {
            for (Path alloc : allocs) {
                if (Files.exists(alloc.resolve(file))) {
                    texts.add(Files.readString(alloc.resolve(file)));
                }
            }
        }
        return texts;
    }

    private Launched start(Path file) {
        return Launched.start(temp, "run", "-data-dir", data.toString(), file.toString());
    }

    private static int count(Launched run) {
        return (int) run.lines().stream()
                .filter(line -> line.startsWith("counter | line"))
                .count();
    }
}
