package io.outrider.state.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.json.NotPlain;
import io.outrider.state.model.json.PlainJson;
import io.outrider.state.model.json.PlainTree;
import io.outrider.state.model.node.Node;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** The short way and Jackson's data binding say the same of everything; the latter is what all promises are about. */
class PlainJsonTest {

    @Test
    void jobsAreReadAndWrittenAsByDataBinding() throws IOException {
        List<Path> files = new ArrayList<>(SharedData.files("corpus/jobs", "*.parsed.json"));
        files.addAll(SharedData.files("corpus/jobs", "*.canonical.json"));
        assertThat(files).hasSizeGreaterThan(800);
        for (Path file : files) {
            same(Files.readAllBytes(file), Job.class);
        }
    }

    @Test
    void allocsAndNodesAreReadAndWrittenAsByDataBinding() throws IOException {
        Path http = SharedData.folder("golden/http");
        assertThat(bodies(http.resolve("allocations.json"), "AllocatedResources", Alloc.class))
                .isPositive();
        assertThat(bodies(http.resolve("nodes.json"), "SchedulingEligibility", Node.class))
                .isPositive();
    }

    private static int bodies(Path file, String mark, Class<?> type) throws IOException {
        String text = Files.readString(file)
                .replaceAll("\"<(index|ns-timestamp|s-timestamp|int|float|port)>\"", "1700000000")
                .replaceAll("\"<rfc3339>\"", "\"2026-11-30T09:10:11.12304Z\"");
        int found = 0;
        for (JsonNode recorded : Json.mapper().readTree(text)) {
            JsonNode body = recorded.path("response").path("body_json");
            if (body.has(mark)) {
                same(body.toString().getBytes(StandardCharsets.UTF_8), type);
                found++;
            }
        }
        return found;
    }

    private static <T> void same(byte[] json, Class<T> type) throws IOException {
        T value = Json.mapper().readValue(json, type);
        JsonNode tree = Json.mapper().readTree(json);
        assertThat(PlainJson.read(tree, type)).isEqualTo(value);
        assertThat(PlainJson.read(Json.tree(json), type)).isEqualTo(value);
        byte[] written = Json.mapper().writeValueAsBytes(value);
        assertThat(plainBytes(value)).isEqualTo(new String(written, StandardCharsets.UTF_8));
        assertThat(PlainTree.of(value).toString()).isEqualTo(new String(written, StandardCharsets.UTF_8));
    }

    private static String plainBytes(@Nullable Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = Json.generator(bytes)) {
            PlainJson.write(out, value);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTaskEventHasItsOlderFieldsBesideItsOwn() throws IOException {
        TaskEvent event = new TaskEvent("Terminated", 7, "", "Exit Code: 3", Map.of("exit_code", "3", "signal", "0"));

        String written = plainBytes(event);

        assertThat(written).contains("\"ExitCode\":3").isEqualTo(Json.mapper().writeValueAsString(event));
        assertThat(Json.read(written, TaskEvent.class)).isEqualTo(event);
        same(written.getBytes(StandardCharsets.UTF_8), TaskEvent.class);
        TaskEvent unknown = new TaskEvent("Terminated", 7, "", "Exit Code: unknown", Map.of());
        assertThat(plainBytes(unknown))
                .doesNotContain("ExitCode")
                .isEqualTo(Json.mapper().writeValueAsString(unknown));
    }

    @Test
    void freeFormValuesAreWrittenAsByDataBinding() throws IOException {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("text", "\u0000\"\\ü€\uD83D\uDE80");
        values.put("whole", Long.MIN_VALUE);
        values.put("small", 3);
        values.put("fraction", 0.1);
        values.put("decimal", new BigDecimal("12345678901234567890.5"));
        values.put("large", new BigInteger("18446744073709551615"));
        values.put("nothing", null);
        values.put("list", Arrays.asList(true, null, List.of(), Map.of()));
        values.put("time", Instant.parse("2026-11-30T09:10:11.120Z"));

        assertThat(plainBytes(values)).isEqualTo(Json.mapper().writeValueAsString(values));
        assertThat(plainBytes(null)).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Priority\":\"7\"}",
                "{\"Priority\":1.5}",
                "{\"Priority\":99999999999999999999}",
                "{\"Stop\":1}",
                "{\"TaskGroups\":{}}",
                "{\"TaskGroups\":[{\"Tasks\":[{\"Env\":[]}]}]}",
                "{\"TaskGroups\":[7]}",
                "{\"Meta\":{\"a\":{}}}",
                "{\"ID\":\"a\"",
                "{\"ID\":\"a\"} x",
                "[]",
                "\"a\"",
                ""
            })
    void whatIsWrongIsToldAsByDataBinding(String json) {
        assertThatThrownBy(() -> Json.mapper().readValue(json, Job.class)).isInstanceOf(JacksonException.class);
        JacksonException told = faultOf(() -> Json.mapper().readValue(json, Job.class));

        JacksonException fault = faultOf(() -> Json.read(json, Job.class));

        assertThat(fault).hasSameClassAs(told).hasMessage(told.getMessage());
    }

    private static JacksonException faultOf(Runnable reading) {
        try {
            reading.run();
        } catch (JacksonException e) {
            return e;
        }
        throw new AssertionError("was read");
    }

    @Test
    void whatDataBindingTakesIsTakenToo() {
        String odd = "{\"Extra\":{\"x\":[1]},\"Type\":null,\"Time\":null,\"Details\":{\"a\":null}}";
        assertThat(Json.read(odd, TaskEvent.class)).isEqualTo(Json.mapper().readValue(odd, TaskEvent.class));
        assertThat(Json.read("{\"ID\":7}", Job.class)).isEqualTo(Json.mapper().readValue("{\"ID\":7}", Job.class));
        assertThat(Json.read("{\"StartedAt\":\"0001-01-01T00:00:00Z\"}", TaskState.class))
                .isEqualTo(Json.mapper().readValue("{}", TaskState.class));
        assertThatThrownBy(() -> PlainJson.read(Json.tree(new byte[] {'n', 'u', 'l', 'l'}), Job.class))
                .isInstanceOf(NotPlain.class);
    }

    @Test
    void veryDeepValuesAreLeftToThoseWhoGoDownWithoutCalls() {
        String deep = "{\"Meta\":null,\"X\":" + "[".repeat(300) + "]".repeat(300) + "}";

        assertThat(Json.read(deep, Job.class)).isEqualTo(Json.read("{}", Job.class));
    }
}
