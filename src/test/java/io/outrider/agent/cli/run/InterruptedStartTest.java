package io.outrider.agent.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.Launched;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C that comes while the agent of a run still starts. */
final class InterruptedStartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path data;
    private final Path pid;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    InterruptedStartTest(@TempDir Path temp) {
        this.data = temp.resolve("data");
        this.pid = temp.resolve("pid");
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(data);
    }

    @Test
    void stopsAJobThatWasGoingOn() throws IOException {
        NodeAgent before = NodeAgent.create(NodeAgentConfig.builder(data).build());
        RunningJob running =
                before.start().then(before.run(job())).blockOptional(PATIENCE).orElseThrow();
        Awaitility.await()
                .until(() -> Files.exists(pid) && Files.readString(pid).endsWith("\n"));
        before.close().block(PATIENCE);
        long task = Long.parseLong(Files.readString(pid).strip());
        assertThat(Launched.lives(task)).isTrue();

        assertThat(runInterrupted()).isEqualTo(ExitCodes.INTERRUPTED);

        assertThat(Launched.lives(task)).isFalse();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("stopping " + running.key() + " as the job says");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("sleepy stopped after ");
    }

    @Test
    void startsNoJobThatWasNotThere() {
        assertThat(runInterrupted()).isEqualTo(ExitCodes.INTERRUPTED);
        assertThat(pid).doesNotExist();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("ended before the job was started");
        assertThat(out.size()).isZero();
    }

    private int runInterrupted() {
        Terminal terminal = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        try (Interrupts interrupts = Interrupts.open()) {
            interrupts.press();
            return new RunSession(terminal, new RunSession.Mode(false, false), new DataDir(data, false), interrupts)
                    .run(job());
        }
    }

    private Job job() {
        String script = "echo $$ > " + pid + "; exec sleep 600";
        return Canonical.of(Json.read("""
                {"ID": "sleepy", "Type": "batch", "TaskGroups": [{"Name": "g", "Tasks": [{
                  "Name": "t", "Driver": "raw_exec",
                  "Config": {"command": "/bin/sh", "args": ["-c", "%s"]}}]}]}""".formatted(script), Job.class));
    }
}
