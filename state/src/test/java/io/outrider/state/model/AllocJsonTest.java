package io.outrider.state.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded answers of the reference's servers hold placeholders; values of the right kind take their places. */
class AllocJsonTest {
    private static final Pattern NUMBER = Pattern.compile("\"<(index|ns-timestamp|s-timestamp|int|float|port)>\"");
    private static final Pattern TIME = Pattern.compile("\"<rfc3339>\"");

    @TestFactory
    Stream<DynamicTest> allocsOfServersComeOutAsTheyWentIn() throws IOException {
        List<JsonNode> found =
                bodies("allocations.json", body -> body.has("AllocatedResources") && body.has("TaskResources"));
        assertThat(found).hasSizeGreaterThanOrEqualTo(2);
        return found.stream().map(body -> dynamicTest(body.path("Name").asString(), () -> same(body, Alloc.class)));
    }

    @TestFactory
    Stream<DynamicTest> nodesOfServersComeOutAsTheyWentIn() throws IOException {
        List<JsonNode> found = bodies("nodes.json", body -> body.has("SchedulingEligibility") && body.has("Links"));
        assertThat(found).isNotEmpty();
        return found.stream().map(body -> dynamicTest(body.path("Name").asString(), () -> same(body, Node.class)));
    }

    private static List<JsonNode> bodies(String file, Predicate<JsonNode> wanted) throws IOException {
        Path path = SharedData.folder("golden/http").resolve(file);
        String text = NUMBER.matcher(Files.readString(path)).replaceAll("1700000000");
        String filled = TIME.matcher(text).replaceAll("\"2026-11-30T09:10:11.12304Z\"");
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode recorded : Json.mapper().readTree(filled)) {
            JsonNode body = recorded.path("response").path("body_json");
            if (wanted.test(body)) {
                found.add(body);
                unrecorded(body);
            }
        }
        return found;
    }

    /** One body was recorded without two of its fields, which the reference always writes. */
    private static void unrecorded(JsonNode body) {
        if (body instanceof ObjectNode alloc && alloc.has("TaskResources")) {
            alloc.putIfAbsent("Job", alloc.nullNode());
            alloc.putIfAbsent("TaskStates", alloc.nullNode());
        }
    }

    private static void same(JsonNode body, Class<?> type) {
        byte[] written = Json.server().writeValueAsBytes(Json.read(body, type));
        assertThat(JsonTrees.differences(body, Json.mapper().readTree(written))).isEmpty();
    }
}
