package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.job.JobException;
import io.outrider.agent.job.RunningJob;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What an agent fails with is an AgentException or a JobException, whichever part it comes from. */
final class AgentFailuresTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path data;
    private final NodeAgent agent;
    private String alloc = "";

    AgentFailuresTest(@TempDir Path temp) {
        this.data = temp.resolve("data");
        this.agent = NodeAgent.create(NodeAgentConfig.builder(data).build());
    }

    @BeforeEach
    void run() {
        Job job = Json.read("""
                {"ID": "said", "Type": "batch", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "raw_exec",
                   "Config": {"command": "echo", "args": ["hello"]}}]}]}""", Job.class);
        RunningJob running =
                agent.start().then(agent.run(job)).blockOptional(PATIENCE).orElseThrow();
        alloc = running.allocs().get(0).id();
        agent.ended(running.key()).block(PATIENCE);
    }

    @AfterEach
    void close() {
        agent.close().block(PATIENCE);
    }

    @Test
    void taskThatIsNotHereIsUnknownAlsoToOneWhoWouldWait() {
        for (String task : List.of("u", "", "../t", "a/b", "t\0")) {
            assertUnknown(agent.logs(new LogQuery(alloc, task, Fd.STDOUT, 0, true)));
            assertUnknown(agent.usage(alloc, task, PATIENCE));
        }
        for (String other : List.of("nope", "", "..", "a/b")) {
            assertUnknown(agent.logs(new LogQuery(other, "t", Fd.STDOUT, 0, true)));
            assertUnknown(agent.usage(other, "t", PATIENCE));
        }
        StepVerifier.create(agent.usage(alloc, "t", PATIENCE))
                .as("of a task that has ended")
                .expectComplete()
                .verify(PATIENCE);
        assertThatThrownBy(() -> new LogQuery(alloc, "t", Fd.STDOUT, -1, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("log offset -1 (expected: 0 or more)");
    }

    private static void assertUnknown(Flux<?> asked) {
        StepVerifier.create(asked)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(JobException.class, unknown -> assertThat(unknown.kind())
                                .isEqualTo(JobException.Kind.UNKNOWN)))
                .verify(PATIENCE);
    }

    @Test
    void logThatCannotBeReadIsAFailureOfTheDataDirectory() throws IOException {
        Path logs = data.resolve("logs").resolve(alloc);
        try (Stream<Path> files = Files.list(logs)) {
            for (Path index : files.filter(file -> file.toString().endsWith("stdout.index"))
                    .toList()) {
                Files.delete(index);
                Files.createSymbolicLink(index, Path.of("t.stderr.index"));
            }
        }
        StepVerifier.create(agent.logs(new LogQuery(alloc, "t", Fd.STDOUT, 0, false)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(AgentException.class, broken -> assertThat(broken.kind())
                                .isEqualTo(AgentException.Kind.DATA_DIR_UNUSABLE))
                        .hasMessageContaining(logs.toString()))
                .verify(PATIENCE);
    }

    @Test
    void readerOfEventsThatCameBeforeTheCloseAndAsksAfterItIsTold() {
        Flux<?> events = agent.events(new Position.Oldest(), EventFilter.all());
        StepVerifier.create(events, 1)
                .expectNextCount(1)
                .then(() -> agent.close().block(PATIENCE))
                .thenRequest(1)
                .expectError(AgentException.class)
                .verify(PATIENCE);
        StepVerifier.create(events).expectError(AgentException.class).verify(PATIENCE);
    }
}
