package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.alloc.Alloc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands about jobs against a real agent, held against what the reference's commands have printed for the same jobs.
 *
 * <p>Other on purpose: there are no deployments yet, so nothing is said of them; {@code job run} goes on until allocs
 * run, says what ended a task that failed, and prints the evaluation with {@code -detach}.
 */
class JobCommandsTest {

    private static final Predicate<String> NONE = line -> false;
    private static final Predicate<String> DEPLOYMENT = Pattern.compile(
                    ".*deployment.*|Latest Deployment|ID = .*|Status = (successful|running)|Job ID = .*"
                            + "|Job Version = .*|Deployed|Description = .*|Task Group Desired .*"
                            + "|g \\d \\d \\d \\d <rfc3339>|<rfc3339>")
            .asMatchPredicate();

    @TempDir
    private Path folder = Path.of("");

    private @Nullable AskedAgent agent;
    private int code;
    private String err = "";

    @BeforeEach
    void start() {
        Recorded.folder();
        agent = AskedAgent.start(folder);
    }

    @AfterEach
    void stop() {
        if (agent != null) {
            agent.close();
        }
    }

    private AskedAgent agent() {
        return Objects.requireNonNull(agent, "agent");
    }

    @Test
    @Timeout(180)
    void jobsComeAreSeenAndGoAsWithTheReference() {
        Recorded.isPrinted("job-status-empty", run("job", "status"), NONE);
        jobsAreTakenIn();
        // The command is content with an alloc that runs, and these may have been seen running.
        agent().await("done", Alloc::clientTerminal);
        agent().await("fails", Alloc::clientTerminal);
        jobsAreShown();
        jobsAreStopped();
        whatKeptATaskFromStartingIsSaid();
    }

    private void whatKeptATaskFromStartingIsSaid() {
        Path file = folder.resolve("absent.nomad.hcl");
        write(file, """
                job "absent" {
                  group "g" {
                    restart {
                      attempts = 0
                      mode     = "fail"
                    }
                    reschedule {
                      attempts  = 0
                      unlimited = false
                    }
                    task "t" {
                      driver = "raw_exec"
                      config {
                        command = "/no/such/program"
                      }
                    }
                  }
                }
                """);
        assertThat(run("job", "run", file.toString()))
                .containsPattern("\\* Task \"t\": Driver Failure: .*/no/such/program");
        assertThat(code).isEqualTo(1);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void jobsAreTakenIn() {
        Recorded.isAmong("job-run", run("job", "run", file("web")), DEPLOYMENT);
        assertThat(code).isZero();
        Recorded.isAmong("job-run-batch", run("job", "run", file("done")), NONE);
        assertThat(code).isZero();
        Recorded.isAmong("job-run-fails", run("job", "run", file("fails")), NONE);
        assertThat(code).isZero();
        Recorded.isAmong("job-run-blocked", run("job", "run", file("stuck")), NONE);
        assertThat(code).isEqualTo(2);
        Recorded.isPrinted("job-run-detach", run("job", "run", "-detach", file("par")), NONE);
        Recorded.isAmong("job-run-periodic", run("job", "run", file("per")), line -> line.contains("<duration>"));
        run("job", "run", "-check-index", "1", file("web"));
        assertThat(code).isEqualTo(1);
        assertThat(err)
                .contains("Enforcing job modify index 1: job exists with conflicting job modify index: ")
                .endsWith("Job not updated\n");
    }

    private void jobsAreShown() {
        Recorded.isPrinted("job-status", run("job", "status"), NONE);
        Recorded.isPrinted("job-status-batch", run("job", "status", "done"), NONE);
        Recorded.isPrinted("job-status-verbose", run("job", "status", "-verbose", "done"), NONE);
        Recorded.isPrinted("job-status-blocked", run("job", "status", "stuck"), NONE);
        Recorded.isPrinted("job-status-failed", run("job", "status", "fails"), NONE);
        Recorded.isPrinted("job-status-parameterized", run("job", "status", "par"), NONE);
        Recorded.isAmong(
                "job-status-periodic", run("job", "status", "per"), line -> line.startsWith("Next Periodic Launch"));
        Recorded.isPrinted("job-status-short", run("job", "status", "-short", "web"), NONE);
        Recorded.isAmong("job-status-prefix", run("job", "status", "we"), DEPLOYMENT);
        run("job", "status", "nope");
        assertThat(code).isEqualTo(1);
        assertThat(err).isEqualTo("outrider: No job(s) with prefix or ID \"nope\" found\n");
        run("job", "status", "p");
        assertThat(err).contains("Prefix matched multiple jobs", "par", "per");
        assertThat(run("job", "status", "-t", "{{.ID}} {{.Type}}", "web")).isEqualTo("web service\n");
    }

    private void jobsAreStopped() {
        String stopped = run("job", "stop", "web");
        Recorded.isAmong("job-stop", stopped, DEPLOYMENT);
        assertThat(code).isZero();
        assertThat(run("job", "stop", "-detach", "stuck")).matches("[0-9a-f-]{36}\\s");
        run("job", "stop", "nope");
        assertThat(code).isEqualTo(1);
        assertThat(err).isEqualTo("outrider: No job(s) with prefix or ID \"nope\" found\n");
        assertThat(run("job", "status", "web")).containsPattern("Status += dead \\(stopped\\)");
        run("job", "stop", "-purge", "done");
        assertThat(run("job", "status")).doesNotContainPattern("(?m)^done ");
    }

    private String file(String name) {
        return Recorded.folder().resolve("cli-jobs/" + name + ".nomad.hcl").toString();
    }

    private String run(String... arguments) {
        AskedAgent.Ran ran = agent().run("OUTRIDER_ADDR", arguments);
        code = ran.code();
        err = ran.err();
        return ran.out();
    }
}
