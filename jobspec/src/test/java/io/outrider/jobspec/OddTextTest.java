package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.corpus.Corpus;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.hcl.function.Functions;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a text holds, the reader gives a job or diagnostics: odd arguments of functions, odd nodes of API JSON. */
final class OddTextTest {
    private static final long SEED = 20261130;
    private static final int CALLS = 5_000;

    private static final List<String> NODES = List.of(
            "1",
            "-5",
            "1e300",
            "123456789012345678901234567890",
            "\"x\"",
            "true",
            "[]",
            "{}",
            "[null]",
            "{\"a\": null}");

    /** Cases with services, volumes, templates, policies and all. */
    private static final List<String> RICH = List.of(
            "e2e__connect__input__multi-ingress",
            "command__asset__connect",
            "own__vault_inheritance_three_levels",
            "e2e__consul__input__checks_task");

    private static final List<String> ARGUMENTS = List.of(
            "null",
            "true",
            "0",
            "-1",
            "0.5",
            "3",
            "2147483648",
            "-99999999999",
            "1e400",
            "-1e5000",
            "\"\"",
            "\"a\"",
            "\"\u00e9\uD83C\uDDE9\u0301\"",
            "\"-1\"",
            "\"%[99999999999]d %s\"",
            "\"%099999999s\"",
            "\"%.99999999999f %x %q %v\"",
            "\"(\"",
            "\"[[:a\"",
            "\"{a: [1, *b]}\"",
            "\"\\u0000\\uFFFE\"",
            "\"2020-01-01T00:00:00Z\"",
            "\"9223372036854775807h\"",
            "\"10.0.0.0/8\"",
            "\"::/0\"",
            "\"10.0.0.0/999999999999\"",
            "\"../..\"",
            "\"**\"",
            "\"~\"",
            "\"YWJj\"",
            "[]",
            "{}",
            "[null]",
            "[[], [[]], {}]",
            "[1, \"a\", null]",
            "{a = null, b = [1]}",
            "[\"a\", \"b\"]",
            "[{a = 1}, {a = 2}]",
            "convert([1, 2], set(number))",
            "convert({a = 1}, map(string))",
            "convert(null, list(string))",
            "var.unset");

    /** The result; a fault of the reader names the text. */
    private static ParseResult read(JobParser parser, String text) {
        try {
            ParseResult result = parser.read(Source.of("odd.nomad", text), Variables.none());
            if (result instanceof ParseResult.Parsed parsed) {
                JobCheck.check(parsed.job());
                Json.jobFile().writeValueAsString(parsed.job());
            }
            DiagnosticText.render(result.diagnostics());
            return result;
        } catch (RuntimeException | StackOverflowError broken) {
            throw new AssertionError("reading failed: " + text, broken);
        }
    }

    @Test
    void functionsTakeAnyArguments(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("a"), "x");
        JobParser parser = new JobParser(FileAccess.below(folder, "/nowhere"));
        List<String> names = List.copyOf(Functions.of(FileAccess.none()).keySet());
        Random random = new Random(SEED);
        Set<String> worked = new TreeSet<>();
        for (int i = 0; i < CALLS; i++) {
            String name = names.get(i % names.size());
            List<String> arguments = new ArrayList<>();
            for (int left = random.nextInt(5); left > 0; left--) {
                arguments.add(ARGUMENTS.get(random.nextInt(ARGUMENTS.size())));
            }
            String call = name + "(" + String.join(", ", arguments) + ")";
            String head = call.contains("var.unset") ? "variable \"unset\" {}\n" : "";
            String text = head + "job \"a\" {\n  task \"t\" {\n    driver = \"d\"\n    config {\n      x = " + call
                    + "\n    }\n  }\n}\n";
            if (read(parser, text) instanceof ParseResult.Parsed) {
                worked.add(name);
            }
        }
        assertThat(worked).as("functions that gave a value at all").hasSizeGreaterThan(names.size() * 2 / 3);
    }

    @Test
    void apiJsonMayHoldAnythingAnywhere() throws IOException {
        Path jobs = Corpus.folder().resolve("jobs");
        JobParser parser = new JobParser(FileAccess.none());
        Random random = new Random(SEED);
        int count = 0;
        for (String name : RICH) {
            JsonNode job = Json.mapper().readTree(Files.readString(jobs.resolve(name + ".canonical.json")));
            for (List<Object> place : places(job)) {
                for (String odd : List.of("null", NODES.get(random.nextInt(NODES.size())))) {
                    read(parser, replaced(job.deepCopy(), place, Json.tree(odd)).toString());
                    count++;
                }
            }
        }
        assertThat(count).isGreaterThan(1_000);
    }

    @Test
    void nullInAListIsRefusedInItsPlace() {
        String text = "{\n  \"ID\": \"a\",\n  \"TaskGroups\": [\n    null\n  ]\n}\n";
        ParseResult result = read(new JobParser(FileAccess.none()), text);
        assertThat(result.diagnostics())
                .hasToString("[odd.nomad:4,5-6: Invalid job JSON; TaskGroups[0] must not be null.]");
    }

    private static List<List<Object>> places(JsonNode root) {
        List<List<Object>> all = new ArrayList<>();
        collect(root, List.of(), all);
        return all;
    }

    private static void collect(JsonNode node, List<Object> place, List<List<Object>> all) {
        for (String name : node.propertyNames()) {
            descend(node.get(name), place, name, all);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            descend(node.get(i), place, i, all);
        }
    }

    private static void descend(JsonNode child, List<Object> place, Object step, List<List<Object>> all) {
        List<Object> deeper = new ArrayList<>(place);
        deeper.add(step);
        all.add(deeper);
        collect(child, deeper, all);
    }

    private static JsonNode replaced(JsonNode root, List<Object> place, JsonNode odd) {
        JsonNode at = root;
        for (Object step : place.subList(0, place.size() - 1)) {
            at = step instanceof Integer index ? at.get(index) : at.get((String) step);
        }
        Object last = place.get(place.size() - 1);
        if (at instanceof ArrayNode array && last instanceof Integer index) {
            array.set(index, odd);
        } else if (at instanceof ObjectNode object) {
            object.set((String) last, odd);
        }
        return root;
    }
}
