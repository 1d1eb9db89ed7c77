package io.outrider.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Agent, drain and shims are killed at random moments while tasks write numbered lines and end. Nothing may be lost,
 * doubled, restarted or misreported, and a reader that goes on by cursor sees every event once.
 */
final class KillNineTest {

    private static final long SEED = 20261130;

    private final Path temp;

    KillNineTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void nothingIsLostWhenAgentDrainAndShimsAreKilled() throws Exception {
        fight(10, Duration.ofSeconds(6), Duration.ofSeconds(22));
    }

    @Test
    @Tag("soak")
    void nothingIsLostInFiftyKills() throws Exception {
        fight(50, Duration.ofSeconds(20), Duration.ofSeconds(100));
    }

    private void fight(int kills, Duration shortest, Duration longest) throws Exception {
        Random random = new Random(SEED);
        Battlefield field = new Battlefield(temp, shortest, longest);
        Set<Integer> orphaned = new HashSet<>();
        for (int kill = 0; kill < kills; kill++) {
            try (Battlefield.Agent agent = field.new Agent()) {
                agent.awaitLife().killAfter(Duration.ofMillis(random.nextInt(1_000)));
                agent.end();
            }
            if (kill % 4 == 1) {
                assertThat(Battlefield.kill("DrainMain", field.data().toString()))
                        .as("drains")
                        .isPositive();
            }
            if (kill % 5 == 2) {
                killShim(field, Battlefield.TASKS - 1 - orphaned.size(), orphaned);
            }
        }
        try (Battlefield.Agent last = field.new Agent()) {
            assertThat(last.end()).as(field.errors()).isZero();
        }
        checkEvents(field, orphaned);
        checkTasks(field, orphaned);
    }

    /** The latest tasks lose theirs, so that they are surely still running. */
    private static void killShim(Battlefield field, int number, Set<Integer> orphaned) throws IOException {
        long task = Long.parseLong(field.starts(number).get(0));
        ProcessHandle shim =
                ProcessHandle.of(task).flatMap(ProcessHandle::parent).orElseThrow();
        assertThat(shim.info().commandLine().orElse("")).contains("head");
        shim.destroyForcibly();
        orphaned.add(number);
    }

    private static void checkEvents(Battlefield field, Set<Integer> orphaned) {
        List<String> lines = field.printed();
        assertThat(lines).noneMatch(line -> line.startsWith("gap "));
        List<Long> numbers = new ArrayList<>();
        List<JsonNode> events = new ArrayList<>();
        lines.stream().filter(line -> line.startsWith("event ")).forEach(line -> {
            String[] parts = line.split(" ", 3);
            numbers.add(Long.parseLong(parts[1].split(":")[1]));
            events.add(Json.mapper().readTree(parts[2]));
        });
        assertThat(numbers)
                .as("every event once and in order")
                .containsExactlyElementsOf(IntStream.rangeClosed(1, numbers.size())
                        .mapToObj(Long::valueOf)
                        .toList());
        for (int number = 0; number < Battlefield.TASKS; number++) {
            String task = Battlefield.task(number);
            assertThat(ofTask(events, task, "Started")).as("starts of " + task).hasSize(1);
            List<JsonNode> ends = ofTask(events, task, "Terminated");
            assertThat(ends).as("ends of " + task).hasSize(1);
            JsonNode details = ends.get(0).at("/payload/task/event/Details");
            if (orphaned.contains(number)) {
                assertThat(details.has("exit_code"))
                        .as("exit code of " + task + ": " + details)
                        .isFalse();
            } else {
                assertThat(details.path("exit_code").asString())
                        .as("exit code of " + task)
                        .isEqualTo(Integer.toString(Battlefield.exitCode(number)));
            }
        }
    }

    private static List<JsonNode> ofTask(List<JsonNode> events, String task, String type) {
        return events.stream()
                .filter(event -> event.at("/subject/task").asString("").equals(task))
                .filter(event -> event.path("type").asString("").equals(type))
                .toList();
    }

    private static void checkTasks(Battlefield field, Set<Integer> orphaned) throws IOException {
        for (int number = 0; number < Battlefield.TASKS; number++) {
            assertThat(field.starts(number)).as("runs of task " + number).hasSize(1);
            List<String> lines = field.lines(number);
            int count =
                    (int) lines.stream().filter(line -> !line.equals("done")).count();
            assertThat(count).isPositive();
            List<String> wanted = new ArrayList<>(
                    IntStream.range(0, count).mapToObj(line -> "line " + line).toList());
            if (!orphaned.contains(number)) {
                wanted.add("done");
            }
            assertThat(lines).as("output of task " + number).containsExactlyElementsOf(wanted);
        }
    }
}
