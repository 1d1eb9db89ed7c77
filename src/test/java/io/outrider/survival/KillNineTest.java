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
        fight(6);
    }

    @Test
    @Tag("soak")
    void nothingIsLostInFiftyKills() throws Exception {
        fight(50);
    }

    private void fight(int kills) throws Exception {
        Random random = new Random(SEED);
        Battlefield field = new Battlefield(temp);
        Set<Integer> orphaned = new HashSet<>();
        for (int kill = 0; kill < kills; kill++) {
            try (Battlefield.Agent agent = field.new Agent()) {
                agent.awaitLife().killAfter(Duration.ofMillis(random.nextInt(1_000)));
                agent.end();
            }
            endSome(field, kill, kills);
            if (kill % 4 == 1) {
                assertThat(Battlefield.kill("DrainMain", field.data().toString()))
                        .as("drains")
                        .isPositive();
            }
            if (kill % 5 == 2) {
                killShim(field, orphaned);
            }
        }
        assertThat(orphaned).as("tasks that lost their shims").isNotEmpty();
        for (int number = 0; number < Battlefield.TASKS; number++) {
            field.letEnd(number);
        }
        try (Battlefield.Agent last = field.new Agent()) {
            assertThat(last.end()).as(field.errors()).isZero();
        }
        checkEvents(field, orphaned);
        checkTasks(field, orphaned);
    }

    /** The first half of the tasks end while no agent is there to see it, spread over the kills. */
    private static void endSome(Battlefield field, int kill, int kills) throws IOException {
        int half = Battlefield.TASKS / 2;
        for (int number = kill * half / kills; number < (kill + 1) * half / kills; number++) {
            field.letEnd(number);
        }
    }

    /** One of the tasks that will run longest, and has been started, loses its shim. */
    private static void killShim(Battlefield field, Set<Integer> orphaned) throws IOException {
        for (int number = Battlefield.TASKS - 1; number > Battlefield.TASKS / 2; number--) {
            List<String> starts = field.starts(number);
            if (!starts.isEmpty() && !orphaned.contains(number)) {
                long task = Long.parseLong(starts.get(0));
                ProcessHandle shim =
                        ProcessHandle.of(task).flatMap(ProcessHandle::parent).orElseThrow();
                assertThat(shim.info().command().orElse("")).contains("head");
                shim.destroyForcibly();
                orphaned.add(number);
                return;
            }
        }
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
            JsonNode details = ends.get(0).at("/payload/task/details");
            assertThat(details.isObject()).as(ends.get(0).toString()).isTrue();
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
            int count = (int)
                    lines.stream().filter(line -> line.startsWith("line ")).count();
            List<String> wanted = new ArrayList<>(
                    IntStream.range(0, count).mapToObj(line -> "line " + line).toList());
            if (!orphaned.contains(number)) {
                wanted.add("lines: " + count);
            }
            assertThat(lines).as("output of task " + number).containsExactlyElementsOf(wanted);
        }
    }
}
