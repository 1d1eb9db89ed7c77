package io.outrider.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Plays recorded scenarios through {@link NodeAgent}: those that need nothing but registering and waiting, and whose
 * tasks use raw_exec or mock_driver alone. Events, states, restarts and client status must be as recorded.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
final class GoldenScenariosTest {

    /** How many there are; a changed rule or folder must not leave any out unseen. */
    private static final int SCENARIOS = 30;

    private static final Path FOLDER = Path.of(System.getProperty("outrider.root"), "../shared/golden/scenarios");
    private static final Set<String> DRIVERS = Set.of("raw_exec", "mock_driver");
    private static final List<String> LATER_GROUP = List.of("Networks", "Services", "Update", "Volumes");
    private static final List<String> LATER_TASK = List.of("Templates", "Artifacts", "Services", "Vault");
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path temp;
    private final NodeAgent agent;

    GoldenScenariosTest(@TempDir Path temp) {
        this.temp = temp;
        this.agent = NodeAgent.create(
                NodeAgentConfig.builder(temp.resolve("data")).nodeName("golden").build());
    }

    @BeforeAll
    void startAgent() {
        assertThat(temp).isDirectory();
        agent.start().block(PATIENCE);
    }

    @AfterAll
    void closeAgent() {
        agent.stopJobs().then(agent.close()).block(PATIENCE);
    }

    static Stream<String> scenarios() throws IOException {
        if (!Files.isDirectory(FOLDER)) {
            assertThat(System.getenv("CI"))
                    .as("in CI the data must be there: " + FOLDER)
                    .isNull();
            return Stream.of();
        }
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders
                    .filter(GoldenScenariosTest::isPlayedHere)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @Test
    void noScenarioIsLeftOut() throws IOException {
        assumeTrue(Files.isDirectory(FOLDER), "no recorded data at " + FOLDER);
        assertThat(scenarios()).hasSize(SCENARIOS);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("scenarios")
    void eventsAreAsRecorded(String name) {
        Path folder = FOLDER.resolve(name);
        Job job = Json.mapper().convertValue(read(folder.resolve("job.json")).get("Job"), Job.class);
        RunningJob running = agent.run(job).block(PATIENCE);
        Map<String, JsonNode> snapshots = new HashMap<>();
        for (JsonNode step : read(folder.resolve("steps.json")).get("steps")) {
            play(step, running, snapshots);
        }
        JsonNode expected = read(folder.resolve("expected.json"));
        for (JsonNode snapshot : expected.get("snapshots")) {
            String as = snapshot.get("as").asString();
            if (as.equals("final")) {
                awaitFinal(running, snapshot.get("allocs"), expected.get("happens_before"));
            } else {
                assertThat(compare(snapshot.get("allocs"), snapshots.get(as), as))
                        .isEmpty();
            }
        }
    }

    /** The last events of ended siblings may come a moment after the status that the steps wait for. */
    private void awaitFinal(RunningJob running, JsonNode expected, JsonNode order) {
        agent.status(running.key())
                .filter(status -> finalDifferences(expected, order, status).isEmpty())
                .next()
                .timeout(SETTLE, Mono.empty())
                .block(PATIENCE);
        assertThat(finalDifferences(expected, order, now(running))).isEmpty();
    }

    private static List<String> finalDifferences(JsonNode expected, JsonNode order, JobStatus status) {
        JsonNode seen = allocs(status);
        List<String> found = new ArrayList<>(compare(expected, seen, "final"));
        found.addAll(EventOrder.violations(order, seen));
        return found;
    }

    private void play(JsonNode step, RunningJob running, Map<String, JsonNode> snapshots) {
        switch (step.get("do").asString()) {
            case "register" -> {}
            case "wait_alloc" ->
                await(running, step, alloc -> texts(step.get("status"))
                        .contains(alloc.path("ClientStatus").asString("")));
            case "wait_task" ->
                await(running, step, alloc -> step.path("state")
                        .asString()
                        .equals(alloc.path("TaskStates")
                                .path(step.get("task").asString())
                                .path("State")
                                .asString("")));
            case "snapshot" -> snapshots.put(step.get("as").asString(), allocs(now(running)));
            default -> throw new IllegalArgumentException("step " + step);
        }
    }

    private void await(RunningJob running, JsonNode step, Predicate<JsonNode> wanted) {
        JobStatus last = agent.status(running.key())
                .filter(status ->
                        wanted.test(allocs(status).get(step.path("alloc").asInt(0))))
                .next()
                .timeout(PATIENCE)
                .onErrorMap(error -> new AssertionError(step + ": " + allocs(now(running)), error))
                .block();
        assertThat(last).as(step.toString()).isNotNull();
    }

    private JobStatus now(RunningJob running) {
        return agent.jobs().stream()
                .filter(status -> status.key().equals(running.key()))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode allocs(JobStatus status) {
        return Json.mapper().valueToTree(status.allocs());
    }

    private static List<String> compare(JsonNode expected, JsonNode seen, String as) {
        assertThat(seen).as(as).hasSize(expected.size());
        List<String> found = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            JsonNode summary = new AllocSummary(seen.get(i)).summary();
            for (var field : summary.properties()) {
                found.addAll(GoldenMatcher.differences(
                        expected.get(i).path(field.getKey()), field.getValue(), as + "/" + i + "/" + field.getKey()));
            }
        }
        return found;
    }

    private static boolean isPlayedHere(Path folder) {
        JsonNode steps = read(folder.resolve("steps.json"));
        JsonNode job = read(folder.resolve("job.json")).path("Job");
        return steps.path("agent").asString("").equals("dev")
                && steps.get("steps")
                        .valueStream()
                        .allMatch(step -> isKnown(step.get("do").asString()))
                && job.path("Update").isNull()
                && job.path("TaskGroups").valueStream().allMatch(GoldenScenariosTest::isPlain);
    }

    private static boolean isKnown(String step) {
        return step.startsWith("wait_")
                || Set.of("register", "sleep", "snapshot").contains(step);
    }

    private static boolean isPlain(JsonNode group) {
        return LATER_GROUP.stream().allMatch(key -> group.path(key).isEmpty())
                && group.path("Tasks")
                        .valueStream()
                        .allMatch(task -> DRIVERS.contains(task.path("Driver").asString(""))
                                && LATER_TASK.stream()
                                        .allMatch(key -> task.path(key).isEmpty()));
    }

    private static List<String> texts(JsonNode oneOrMany) {
        return oneOrMany.isArray()
                ? oneOrMany.valueStream().map(JsonNode::asString).toList()
                : List.of(oneOrMany.asString());
    }

    private static JsonNode read(Path file) {
        return Json.mapper().readTree(file.toFile());
    }
}
