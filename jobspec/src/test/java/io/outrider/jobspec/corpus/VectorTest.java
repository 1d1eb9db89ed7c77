package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The recorded expressions and function calls give the recorded values and faults. */
final class VectorTest {
    private final JsonNode wrappers;

    VectorTest() {
        this.wrappers = Corpus.json(Corpus.folder().resolve("lang/wrappers.json"));
    }

    Map<String, String> faults(String file) {
        Map<String, String> faults = new TreeMap<>();
        for (JsonNode vector : Corpus.json(Corpus.folder().resolve("lang").resolve(file))) {
            String fault = fault(vector, wrappers.get(vector.path("wrap").asString("local")));
            faults.put(vector.get("name").asString(), fault.isEmpty() ? "" : vector.get("expr") + ": " + fault);
        }
        return faults;
    }

    private String fault(JsonNode vector, JsonNode wrapper) {
        StringBuilder text = new StringBuilder(wrapper.get("text")
                .asString()
                .replace("@EXPR@", vector.get("expr").asString()));
        if (vector.has("vars")) {
            text.append("variables {\n");
            vector.get("vars").properties().forEach(e -> text.append("  ")
                    .append(e.getKey())
                    .append(" = ")
                    .append(e.getValue().asString())
                    .append('\n'));
            text.append("}\n");
        }
        Map<String, String> environment = new HashMap<>();
        vector.path("env")
                .properties()
                .forEach(e -> environment.put(e.getKey(), e.getValue().asString()));
        String home = environment.getOrDefault("HOME", "/nowhere");
        JobParser parser = new JobParser(FileAccess.below(Corpus.folder().resolve("lang"), home));
        ParseResult result = parser.parse(
                Source.of("t.hcl", text.toString()), new Variables(environment, List.of(), List.of(), true));
        if (vector.has("error")) {
            return error(result, vector.get("error"), wrapper);
        }
        return result instanceof Parsed parsed
                ? value(vector, parsed, wrapper.get("value").asString())
                : "refused: " + result.diagnostics().get(0);
    }

    private static String value(JsonNode vector, Parsed parsed, String pointer) {
        JsonNode job = Json.mapper().readTree(Json.jobFile().writeValueAsString(parsed.job()));
        JsonNode found = job.at(pointer);
        if (vector.has("absent")) {
            return found.isMissingNode() ? "" : "there: " + found;
        }
        JsonNode wanted = vector.get("value");
        if (wanted.isNumber() && found.isNumber()) {
            return wanted.doubleValue() == found.doubleValue() ? "" : wanted + " != " + found;
        }
        return found.isMissingNode() ? "missing" : Corpus.difference(wanted, found, "");
    }

    private static String error(ParseResult result, JsonNode error, JsonNode wrapper) {
        if (result instanceof Parsed) {
            return "accepted: " + error;
        }
        if (error.path("stage").asString().equals("output")) {
            return "";
        }
        Diagnostic first = result.diagnostics().get(0);
        int line = error.path("line").asInt() + wrapper.get("line").asInt() - 1;
        int shift = error.path("line").asInt() == 1 ? wrapper.get("column").asInt() - 1 : 0;
        int endShift =
                error.path("end_line").asInt() == 1 ? wrapper.get("column").asInt() - 1 : 0;
        Complaint wanted = new Complaint(
                line,
                error.path("column").asInt() + shift,
                error.path("end_line").asInt() + wrapper.get("line").asInt() - 1,
                error.path("end_column").asInt() + endShift,
                error.path("summary").asString());
        boolean same = wanted.isAmong(List.of(first)) && first.summary().equals(wanted.summary());
        return same ? "" : first + " != " + error;
    }

    @Test
    void everyExpressionGivesTheRecordedValue() {
        Map<String, String> faults = faults("expressions.json");
        assertThat(faults).hasSizeGreaterThanOrEqualTo(845);
        Differences.assertOnlyListed("expressions", faults);
    }

    @Test
    void everyFunctionGivesTheRecordedValue() {
        Map<String, String> faults = faults("functions.json");
        assertThat(faults).hasSizeGreaterThanOrEqualTo(790);
        Differences.assertOnlyListed("functions", faults);
    }
}
