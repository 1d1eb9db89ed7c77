package io.outrider.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.agent.standalone.TestPlane;
import io.outrider.state.model.Json;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The control plane beside what was recorded of the reference: jobs as they are held, and why they wait. */
final class GoldenPlaneTest {

    private static final Path FOLDER = Path.of(System.getProperty("outrider.root"), "../shared/golden");

    private final TestPlane plane = new TestPlane();

    @BeforeEach
    void needsTheData() {
        if (!Files.isDirectory(FOLDER)) {
            assertThat(System.getenv("CI"))
                    .as("in CI the data must be there: " + FOLDER)
                    .isNull();
        }
        assumeThat(FOLDER).isDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"web", "done"})
    void jobIsHeldAsTheReferenceHoldsIt(String name) throws IOException {
        plane.register(job(FOLDER.resolve("http/jobs/" + name + ".json")));
        JsonNode held = Json.mapper()
                .readTree(Json.server()
                        .writeValueAsBytes(
                                plane.state().versions(TestPlane.key(name)).get(0)));
        ObjectNode expected = recorded(name).deepCopy();
        List<String> laterOn = List.of("Stable", "Status");
        expected.remove(laterOn);
        ((ObjectNode) held).remove(laterOn);
        assertThat(GoldenMatcher.differences(expected, held, "")).isEmpty();
    }

    /** A job as it was answered. */
    private static ObjectNode recorded(String name) throws IOException {
        JsonNode cases = Json.mapper().readTree(Files.readAllBytes(FOLDER.resolve("http/jobs.json")));
        for (JsonNode each : cases) {
            JsonNode body = each.path("response").path("body_json");
            if (each.path("name").asString("").equals("read") && name.equals("web")) {
                return (ObjectNode) body;
            }
            if (each.path("name").asString("").equals("versions") && name.equals("done")) {
                return (ObjectNode) body.path("Versions").get(0);
            }
        }
        throw new IOException("no recorded answer for " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"driver-missing", "memory-exhausted", "disk-exhausted", "port-static-collision"})
    void jobThatCannotBePlacedWaitsForTheSameReason(String scenario) throws IOException {
        Path folder = FOLDER.resolve("scenarios").resolve(scenario);
        Job last = job(folder.resolve("job.json"));
        plane.register(last);
        if (Files.exists(folder.resolve("job2.json"))) {
            last = job(folder.resolve("job2.json"));
            plane.register(last);
        }
        ArrayNode seen = Json.mapper().createArrayNode();
        plane.evals(last.id()).stream().map(GoldenPlaneTest::summary).forEach(seen::add);
        assertThat(GoldenMatcher.differences(evaluations(folder), seen, "")).isEmpty();
    }

    private static JsonNode evaluations(Path folder) throws IOException {
        JsonNode expected = Json.mapper().readTree(Files.readAllBytes(folder.resolve("expected.json")));
        for (JsonNode response : expected.path("responses")) {
            if (response.path("do").asString("").equals("evals")) {
                return response.path("evaluations");
            }
        }
        throw new IOException("no evaluations were recorded in " + folder);
    }

    /** What was recorded of an evaluation. */
    private static ObjectNode summary(Evaluation eval) {
        ObjectNode summary = Json.mapper().createObjectNode();
        summary.put("TriggeredBy", eval.triggeredBy());
        summary.put("Status", eval.status());
        summary.put("StatusDescription", Objects.requireNonNullElse(eval.statusDescription(), ""));
        summary.put("Type", eval.type());
        summary.put("BlockedEval", eval.blockedEval() == null ? "" : "set");
        summary.set("QueuedAllocations", Json.mapper().valueToTree(eval.queuedAllocations()));
        ObjectNode failed = Json.mapper().valueToTree(eval.failedGroups());
        failed.forEach(metric -> ((ObjectNode) metric)
                .remove(List.of("AllocationTime", "ResourcesExhausted", "Scores", "ScoreMetaData")));
        summary.set("FailedTGAllocs", failed);
        return summary;
    }

    private static Job job(Path file) throws IOException {
        JsonNode tree = Json.mapper().readTree(Files.readAllBytes(file));
        return Json.read(tree.has("Job") ? tree.get("Job") : tree, Job.class);
    }

    @Test
    void parameterizedJobIsThereWithoutAnEvaluation() throws IOException {
        Job job = job(FOLDER.resolve("http/jobs/par.json"));
        plane.register(job);
        assertThat(plane.evals("par")).isEmpty();
        assertThat(plane.job("par").status()).isEqualTo("running");
    }
}
