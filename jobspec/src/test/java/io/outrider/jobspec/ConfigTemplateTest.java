package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ConfigTemplate.Failed;
import io.outrider.jobspec.ConfigTemplate.Rendered;
import io.outrider.jobspec.corpus.Corpus;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Driver configs are evaluated as the reference's client does it. */
final class ConfigTemplateTest {
    private static final Map<String, Object> VARIABLES = Map.of(
            "env", Map.of("A.B", "ab", "X", "x"),
            "X", "x",
            "attr", Map.of("kernel", Map.of("name", "linux")));

    private static Object rendered(Object config) {
        ConfigTemplate.Result result = ConfigTemplate.render(Map.of("v", config), VARIABLES);
        assertThat(result).isInstanceOf(Rendered.class);
        return ((Rendered) result).config().get("v");
    }

    @Test
    void textsInListsAndMapsAreEvaluated() {
        Object config = List.of(Map.of("a", "-${attr.kernel.name}-"), "${env[\"A.B\"]}", 5L, true);
        assertThat(rendered(config)).isEqualTo(List.of(Map.of("a", "-linux-"), "ab", 5L, true));
    }

    @Test
    void doubledMarksAndPlainTextStay() {
        assertThat(rendered("$${attr.x} 100% $HOME ${X}")).isEqualTo("${attr.x} 100% $HOME x");
        assertThat(rendered("echo $HOME; a=$(b)")).isEqualTo("echo $HOME; a=$(b)");
    }

    @Test
    void unknownNamesFailAndAreNamedAllTogether() {
        ConfigTemplate.Result result =
                ConfigTemplate.render(Map.of("args", List.of("${nope}", "${attr.nope}")), VARIABLES);
        assertThat(result).isInstanceOf(Failed.class);
        assertThat(((Failed) result).diagnostics())
                .extracting(d -> d.summary() + ": " + d.detail())
                .containsExactly(
                        "Unknown variable: There is no variable named \"nope\".",
                        "Unsupported attribute: This object does not have an attribute named \"nope\".");
        assertThat(((Failed) result).diagnostics().get(0).range()).hasToString("config.args[0]:1,3-7");
    }

    @Test
    void deepConfigsAndTemplatesFailInsteadOfOverflowing() {
        Object deep = "x";
        for (int i = 0; i < 1_000; i++) {
            deep = List.of(deep);
        }
        assertThat(ConfigTemplate.render(Map.of("v", deep), VARIABLES)).isInstanceOf(Failed.class);
        String nested = "${".repeat(1) + "(".repeat(10_000) + "1" + ")".repeat(10_000) + "}";
        assertThat(ConfigTemplate.render(Map.of("v", nested), VARIABLES)).isInstanceOf(Failed.class);
    }

    @Test
    void recordedVectorsComeOutEqual() throws IOException {
        JsonNode recorded =
                Json.mapper().readTree(Files.readString(Corpus.folder().resolve("lang/runtime-interpolation.json")));
        Map<String, Object> variables = variables(recorded.get("context"));
        List<String> faults = new ArrayList<>();
        int count = 0;
        for (JsonNode vector : recorded.get("vectors")) {
            // Names that begin with NOMAD_ and what a driver checks afterwards belong to other modules.
            boolean ours = vector.get("path").asString().equals("config")
                    && !vector.path("template").asString().contains("NOMAD_")
                    && !vector.path("template").asString().contains("HO")
                    && !vector.path("template").asString().contains("K_")
                    && !vector.toString().contains("Incorrect attribute value type");
            if (ours) {
                count++;
                String fault = fault(vector, variables);
                if (!fault.isEmpty()) {
                    faults.add(vector.get("name").asString() + ": " + fault);
                }
            }
        }
        assertThat(count).isGreaterThan(60);
        assertThat(faults).as(String.join("\n", faults)).isEmpty();
    }

    private static String fault(JsonNode vector, Map<String, Object> variables) {
        ConfigTemplate.Result result =
                ConfigTemplate.render(Map.of("v", vector.get("template").asString()), variables);
        if (vector.has("error")) {
            String first = vector.get("error").get("messages").get(0).asString();
            String summary = first.substring(0, first.indexOf(':'));
            boolean same = result instanceof Failed failed
                    && failed.diagnostics().get(0).summary().equals(summary);
            return same ? "" : first + " != " + result;
        }
        String wanted = vector.get("result").asString();
        Object made = result instanceof Rendered ok ? ok.config().getOrDefault("v", "") : result;
        return wanted.equals(String.valueOf(made)) ? "" : wanted + " != " + made;
    }

    private static Map<String, Object> variables(JsonNode context) {
        Map<String, String> flat = new TreeMap<>();
        JsonNode node = context.get("node");
        node.get("attributes")
                .properties()
                .forEach(e -> flat.put("attr." + e.getKey(), e.getValue().asString()));
        node.get("meta")
                .properties()
                .forEach(e -> flat.put("meta." + e.getKey(), e.getValue().asString()));
        flat.put("node.unique.id", node.get("id").asString());
        flat.put("node.unique.name", node.get("name").asString());
        for (String name : List.of("datacenter", "region", "class")) {
            flat.put("node." + name, node.get(name).asString());
        }
        Map<String, Object> environment = new HashMap<>();
        context.get("task")
                .get("env")
                .properties()
                .forEach(e -> environment.put(e.getKey(), e.getValue().asString()));
        Map<String, Object> tree = new HashMap<>();
        environment.forEach((name, value) -> nest(tree, name, value));
        flat.forEach((name, value) -> nest(tree, name, value));
        child(tree, "node").put("attr", tree.get("attr"));
        child(tree, "node").put("meta", tree.get("meta"));
        tree.put("env", environment);
        return tree;
    }

    private static void nest(Map<String, Object> tree, String name, Object value) {
        List<String> path = List.of(name.split("\\.", -1));
        if (path.contains("")) {
            return;
        }
        Map<String, Object> at = tree;
        for (String step : path.subList(0, path.size() - 1)) {
            at = child(at, step);
        }
        if (!(at.get(path.get(path.size() - 1)) instanceof Map)) {
            at.put(path.get(path.size() - 1), value);
        }
    }

    @SuppressWarnings("unchecked") // Every map in the tree was made here.
    private static Map<String, Object> child(Map<String, Object> tree, String name) {
        if (!(tree.get(name) instanceof Map)) {
            tree.put(name, new HashMap<String, Object>());
        }
        return (Map<String, Object>) tree.get(name);
    }
}
