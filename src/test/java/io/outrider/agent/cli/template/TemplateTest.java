package io.outrider.agent.cli.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.cli.template.function.GoFunction;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class TemplateTest {

    private static final Path CASES =
            Path.of(System.getProperty("outrider.root"), "../shared/data/go-template-cases.json");

    /** About values that JSON does not have: Go's structs, their methods, and functions. */
    private static final Set<String> NOT_OF_JSON = Set.of("printf_v", "list_print", "method", "err_field", "call");

    private static final String ALLOC = """
            {"ID": "f5565543-9c1b", "Job": {"Name": "web", "Meta": {"rack": "r1"}}, "CreateIndex": 12345678,
             "Healthy": true, "Deployment": null, "Datacenters": ["dc1", "dc2"], "Score": 0.25,
             "Tasks": {"srv": {"State": "running"}, "log": {"State": "dead"}}}""";

    @TestFactory
    List<DynamicTest> printsWhatGoPrints() throws Exception {
        assertThat(Files.exists(CASES) || System.getenv("CI") == null)
                .as("cases in %s", CASES)
                .isTrue();
        assumeTrue(Files.exists(CASES), () -> "no cases in " + CASES);
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode recorded : Json.mapper().readTree(Files.readString(CASES))) {
            if (!NOT_OF_JSON.contains(recorded.get("name").asString())) {
                tests.add(DynamicTest.dynamicTest(recorded.get("name").asString(), () -> isPrinted(recorded)));
            }
        }
        assertThat(tests).hasSizeGreaterThan(50);
        return tests;
    }

    private static void isPrinted(JsonNode recorded) {
        String text = recorded.get("tpl").asString();
        String[] marks = recorded.get("delims").asString().split(" ");
        Delimiters delimiters = marks.length == 2 ? new Delimiters(marks[0], marks[1]) : Delimiters.BRACES;
        if (recorded.has("err")) {
            assertThatThrownBy(() ->
                            Template.of("t", text, delimiters, functions()).render(data()))
                    .hasMessage(recorded.get("err").asString());
        } else {
            assertThat(Template.of("t", text, delimiters, functions()).render(data()))
                    .isEqualTo(recorded.get("out").asString());
        }
    }

    /** What the cases were recorded with. */
    private static Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("L", List.of("a", "b", "c"));
        data.put("M", Map.of("k1", "v1", "k2", "v2"));
        data.put("N", 2L);
        data.put("Empty", List.of());
        data.put("Nil", null);
        data.put("Deep", Map.of("a", Map.of("b", "deep")));
        return data;
    }

    private static Map<String, GoFunction> functions() {
        Map<String, GoFunction> all = new HashMap<>();
        all.put("env", given -> "HOME_X".equals(given.get(0)) ? "home" : "");
        all.put("secret", given -> Map.of("Data", Map.of("user", "u", "pass", "p")));
        all.put("service", given -> "web".equals(given.get(0)) ? List.of(web(1, 80), web(2, 81)) : List.of());
        all.put("toUpper", given -> String.valueOf(given.get(0)).toUpperCase(Locale.ROOT));
        all.put("nomadVar", given -> Map.of("user", "nv"));
        all.put("nomadVarExists", given -> false);
        all.put("parseJSON", given -> plain(String.valueOf(given.get(0))));
        all.put("toJSON", given -> Json.mapper().writeValueAsString(new java.util.TreeMap<>((Map<?, ?>) given.get(0))));
        all.put("base64Encode", given -> Base64.getEncoder().encodeToString(bytes(given)));
        all.put("base64Decode", given -> new String(Base64.getDecoder().decode(bytes(given)), StandardCharsets.UTF_8));
        return all;
    }

    private static Map<String, Object> web(int number, long port) {
        return Map.of("Name", "web", "Address", "10.0.0." + number, "Port", port);
    }

    private static byte[] bytes(List<@Nullable Object> given) {
        return String.valueOf(given.get(0)).getBytes(StandardCharsets.UTF_8);
    }

    /** Go's own reading of JSON has fractions only. */
    private static Object plain(String json) {
        JsonNode tree = Json.mapper().readTree(json);
        return Map.of(
                "a",
                Arrays.asList(1.0, 2.5, tree.get("a").get(2).asString()),
                "n",
                tree.get("n").doubleValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{{.ID}} {{.Job.Name}} {{.CreateIndex}} {{.Score}} {{.Healthy}} ~ f5565543-9c1b web 12345678 0.25 true",
                "{{range $name, $task := .Tasks}}{{$name}}={{$task.State}} {{end}} ~ log=dead srv=running",
                "{{if eq .CreateIndex 12345678.0}}same{{end}} ~ same",
                "{{len .Tasks}} {{index .Datacenters 0}} {{join \", \" .Datacenters}} ~ 2 dc1 dc1, dc2",
                "{{with .Deployment}}{{.Status}}{{else}}none{{end}} ~ none",
                "[{{.Job.Meta.nope}}] ~ [<no value>]",
                "{{.NextAllocation}} ~ <no value>",
                "{{.Job.Meta | toJson}} ~ {\"rack\":\"r1\"}",
                "{{printf \"%.8s\" .ID}} ~ f5565543",
                "{{if and .Healthy (not .Deployment)}}ok{{end}} ~ ok",
            })
    void readsTheJsonOfTheApi(String template, String expected) {
        assertThat(Template.of("t", template)
                        .render(Json.mapper().readTree(ALLOC))
                        .strip())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "{{.Jbo.Name}} ~ t:1:6: executing \"t\" at <.Jbo.Name>: can't evaluate field Jbo."
                        + " Did you mean \"Job\"?",
                "{{.Deployment.Status}} ~ t:1:13: executing \"t\" at <.Deployment.Status>: nil pointer evaluating"
                        + " field Status",
                "{{.ID.Name}} ~ t:1:5: executing \"t\" at <.ID.Name>: can't evaluate field Name in a string",
                "{{prinff .ID}} ~ t:1: function \"prinff\" not defined. Did you mean \"printf\"?",
                "{{range .ID}}{{end}} ~ t:1:8: executing \"t\" at <.ID>: range can't iterate over f5565543-9c1b",
                "{{.ID | .Job}} ~ t:1:8: executing \"t\" at <.Job>: can't give argument to non-function .Job",
                "{{if .ID}} ~ t:1: unexpected EOF",
                "{{end}} ~ t:1: unexpected {{end}}",
                "{{.ID ~ t:1: unclosed action",
                "{{$x}} ~ t:1: undefined variable \"$x\"",
            })
    void namesThePlaceAndTheField(String template, String expected) {
        assertThatThrownBy(() -> Template.of("t", template).render(Json.mapper().readTree(ALLOC)))
                .isInstanceOf(TemplateException.class)
                .hasMessage("template: " + expected);
    }

    @Test
    void aTemplateThatCallsItselfEnds() {
        assertThatThrownBy(() -> Template.of("t", "{{define \"a\"}}{{template \"a\"}}{{end}}{{template \"a\"}}")
                        .render(Json.mapper().readTree("1")))
                .hasMessageContaining("exceeded maximum template depth");
    }
}
