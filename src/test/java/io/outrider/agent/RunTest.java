package io.outrider.agent;

import static io.outrider.agent.JobText.job;
import static io.outrider.agent.JobText.script;
import static io.outrider.agent.JobText.task;
import static io.outrider.agent.JobText.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code outrider run} as a process. */
@Execution(ExecutionMode.CONCURRENT)
final class RunTest {

    private final Path temp;

    RunTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void standardInputMayBeAPipe() throws IOException {
        Path file = script(temp, "echo through");
        List<String> command =
                List.of("sh", "-c", "cat " + file + " | " + String.join(" ", Launched.command("run", "-")));
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("t | through\n");
        }
    }

    @Test
    void configIsEvaluatedAsHclWhenTheTaskStarts() throws IOException {
        Path file =
                write(temp, "late", job(task("t", "echo $${upper(NOMAD_TASK_NAME)} $${env[\"NOMAD_JOB_ID\"]}", "")));
        try (Launched run = Launched.start(temp, "run", file.toString())) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("t | T test\n");
        }
    }

    @Test
    void jobThatAsksForNothingSaysSo() {
        Path file = write(temp, "none", job("count = 0\n" + task("t", "true", "")));
        try (Launched run = Launched.start(temp, "run", file.toString())) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.lines().get(0)).isEqualTo("* the job asks for nothing: every group has count = 0");
            assertThat(run.out()).doesNotContain("restarts");
        }
    }

    @Test
    void lineWithoutItsEndIsShownBeforeTheTaskGoesOn() throws IOException {
        Path go = temp.resolve("go");
        Path file = script(temp, "printf abc; until [ -e " + go + " ]; do sleep 0.02; done; printf 'def\\nghi'");
        try (Launched run = Launched.start(temp, "run", file.toString())) {
            run.awaitOut("t | abc");
            Files.writeString(go, "");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("t | abcdef\nt | ghi\n");
        }
    }

    @Test
    void configThatNamesNothingFailsTheTask() throws IOException {
        Path file = write(temp, "nothing", job(task("t", "echo $${nothing.of.this}", "")));
        try (Launched run = Launched.start(temp, "run", file.toString())) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out())
                    .contains("t * Failed Validation: failed to parse config: ")
                    .contains("nothing");
        }
    }

    @Test
    void helloPrintsEventsAndOutputInOrderAndEndsWell() {
        try (Launched run = Launched.start(
                temp, "run", Launched.ROOT.resolve("examples/hello.nomad.hcl").toString())) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            List<String> greet = run.lines().stream()
                    .filter(line -> line.startsWith("greet "))
                    .map(line -> line.substring("greet ".length()))
                    .toList();
            assertThat(greet)
                    .containsSubsequence(
                            "* Received: Task received by client",
                            "* Task Setup: Building Task Directory",
                            "* Started: Task started by client",
                            "| Hello, world!",
                            "| 3 ...",
                            "| 2 ...",
                            "| 1 ...",
                            "| Good bye.",
                            "* Terminated: Exit Code: 0");
            assertThat(greet).anyMatch(line -> line.startsWith("! I was task greet of alloc "));
            assertThat(run.lines()).anyMatch(line -> line.startsWith("clock * Leader Task Dead"));
            assertThat(run.lines().get(run.lines().size() - 1)).startsWith("hello complete after ");
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void exitCodeIsThatOfTheTaskThatFailed() {
        try (Launched run =
                Launched.start(temp, "run", script(temp, "echo out; exit 7").toString())) {
            assertThat(run.exitCode()).isEqualTo(7);
            assertThat(run.out()).contains("t | out\n").contains("Exit Code: 7").contains("exit code 7\n");
        }
    }

    @Test
    void jsonIsOneObjectALineAndTheSummaryIsLast() {
        try (Launched run = Launched.start(
                temp,
                "run",
                "-json",
                script(temp, "echo one; echo two >&2; exit 3").toString())) {
            assertThat(run.exitCode()).isEqualTo(3);
            List<JsonNode> lines =
                    run.lines().stream().map(Json.mapper()::readTree).toList();
            assertThat(lines).extracting(line -> line.get("kind").asString()).containsOnly("event", "log", "summary");
            JsonNode summary = lines.get(lines.size() - 1);
            assertThat(summary.get("kind").asString()).isEqualTo("summary");
            assertThat(summary.get("exit_code").asInt()).isEqualTo(3);
            assertThat(summary.get("tasks").get(0).get("exit_code").asInt()).isEqualTo(3);
            List<JsonNode> logs =
                    lines.stream().filter(line -> line.has("stream")).toList();
            assertThat(logs)
                    .extracting(log ->
                            log.get("stream").asString() + log.get("text").asString())
                    .containsExactlyInAnyOrder("stdoutone", "stderrtwo");
            assertThat(lines.stream().filter(line -> line.has("cursor")).map(line -> line.get("cursor")
                            .asString()))
                    .isNotEmpty()
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void variablesComeFromFilesAndArguments() throws IOException {
        String file = """
                variable "a" { type = string }
                variable "b" { type = string }
                """ + job(task("t", "echo ${var.a} ${var.b}", ""));
        Files.writeString(temp.resolve("v.hcl"), "a = \"file-a\"\nb = \"file-b\"\n");
        Path path = write(temp, "vars", file);
        try (Launched run = Launched.start(temp, "run", "-var-file=v.hcl", "--var", "b=arg=b", path.toString())) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("t | file-a arg=b\n");
        }
    }

    @Test
    void dashReadsTheStandardInput() {
        Path file = script(temp, "echo from stdin");
        try (Launched run = Launched.start(
                temp,
                Map.of(),
                List.of("sh", "-c", "exec \"$0\" run - < \"$1\"", Launched.ROOT + "/outrider", file.toString()))) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("t | from stdin\n");
        }
    }

    @Test
    void freshDirectoryIsRemovedAndNothingOfTheTaskIsLeft() throws IOException {
        Path file = script(temp, "pwd; sleep 600 & echo child $!");
        Path tmp = Files.createDirectory(temp.resolve("tmp"));
        try (Launched run =
                Launched.start(temp, Map.of("TMPDIR", tmp.toString()), Launched.command("run", file.toString()))) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("t | " + tmp + "/outrider-");
            try (Stream<Path> left = Files.list(tmp)) {
                assertThat(left).isEmpty();
            }
            assertThat(Launched.lives(childOf(run)))
                    .as("the child that the task left lives")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void interruptStopsAsTheJobSays(String signal) {
        String tasks = task(
                "t",
                "trap 'echo got USR1; exit 0' USR1; echo ready; while :; do sleep 0.05; done",
                "kill_signal = \"SIGUSR1\"");
        try (Launched run =
                Launched.start(temp, "run", write(temp, "stop", job(tasks)).toString())) {
            run.awaitOut("t | ready").signal(signal);
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(run.out())
                    .contains("t | got USR1\n")
                    .contains("* Killing")
                    .contains("test stopped after ");
            assertThat(run.err()).contains("stopping test as the job says");
        }
    }

    @Test
    void interruptWorksInTheBackgroundOfAScriptToo() {
        Path file = script(temp, "echo ready; sleep 600");
        List<String> command = List.of(
                "sh",
                "-c",
                "\"$0\" run \"$1\" & wait $! || echo code $?",
                Launched.ROOT + "/outrider",
                file.toString());
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            run.awaitOut("t | ready");
            run.process().children().forEach(java -> Launched.signal(java.pid(), "INT"));
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).endsWith("code 130\n");
        }
    }

    @Test
    void signalThatComesTwiceAtOnceIsOne() {
        String tasks = task(
                "t",
                "trap 'i=0; while [ $i -lt 20 ]; do sleep 0.05; i=$((i+1)); done; echo in peace; exit 0' INT;"
                        + " echo ready; while :; do sleep 0.05; done",
                "kill_timeout = \"30s\"");
        try (Launched run =
                Launched.start(temp, "run", write(temp, "twice", job(tasks)).toString())) {
            run.awaitOut("t | ready").signal("TERM");
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(run.out()).contains("t | in peace\n").contains("test stopped after ");
        }
    }

    @Test
    void secondInterruptKillsAtOnce() {
        String tasks =
                task("t", "trap '' INT TERM; echo ready $$; while :; do sleep 0.05; done", "kill_timeout = \"30s\"");
        try (Launched run =
                Launched.start(temp, "run", write(temp, "stubborn", job(tasks)).toString())) {
            run.awaitOut("t | ready").signal("INT");
            run.awaitOut("* Killing");
            long start = System.nanoTime();
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(System.nanoTime() - start).as("nanoseconds to the end").isLessThan(20_000_000_000L);
            assertThat(run.out()).contains("test killed after ").contains("signal 9");
        }
    }

    @Test
    void lostReaderOfTheOutputStopsTheJob() {
        Path file = script(temp, "while :; do echo line; sleep 0.02; done");
        try (Launched run = Launched.start(
                temp,
                Map.of(),
                List.of(
                        "bash",
                        "-c",
                        "\"$0\" run \"$1\" | head -n 3; echo code ${PIPESTATUS[0]}",
                        Launched.ROOT + "/outrider",
                        file.toString()))) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.lines()).hasSize(4).last().isEqualTo("code 141");
        }
    }

    @Test
    void exitCodeOfTheJobStandsWhenItsFilesCannotBeRemoved() throws IOException {
        Path file = script(temp, "touch local/held && chattr +i $PWD/local/held && echo held; exit 7");
        try (Launched run =
                Launched.start(temp, Map.of("TMPDIR", temp.toString()), Launched.command("run", file.toString()))) {
            int code = run.exitCode();
            assumeThat(run.out())
                    .as("chattr makes a file that nobody can remove")
                    .contains("| held");
            assertThat(code).as(run.err()).isEqualTo(7);
            assertThat(run.err())
                    .contains("/t/local/held: held: Operation not permitted")
                    .contains("state and logs are kept in " + temp)
                    .doesNotContain("internal fault");
        } finally {
            letGo();
        }
    }

    private void letGo() throws IOException {
        new ProcessBuilder("chattr", "-R", "-i", temp.toString())
                .start()
                .onExit()
                .join();
    }

    private static long childOf(Launched run) {
        return run.lines().stream()
                .filter(line -> line.contains("| child "))
                .map(line -> Long.parseLong(line.substring(line.indexOf("child ") + 6)))
                .findFirst()
                .orElseThrow();
    }
}
