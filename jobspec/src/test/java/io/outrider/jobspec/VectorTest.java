package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recorded expressions give the recorded values and faults. */
final class VectorTest {
    private static final Logger LOG = Logger.getLogger(VectorTest.class.getName());

    @Test
    void mostExpressionsGiveTheRecordedValue() throws IOException {
        assertThat(faults("expressions.json")).hasSizeLessThanOrEqualTo(12);
    }

    private static List<String> faults(String file) throws IOException {
        Path lang = Corpus.folder().resolve("lang");
        JsonNode wrappers = Json.mapper().readTree(Files.readString(lang.resolve("wrappers.json")));
        JsonNode vectors = JsonMapper.shared().readTree(Files.readString(lang.resolve(file)));
        List<String> faults = new ArrayList<>();
        JobParser parser = new JobParser(FileAccess.below(lang));
        for (JsonNode vector : vectors) {
            String fault =
                    fault(parser, vector, wrappers.get(vector.path("wrap").asString("local")));
            if (!fault.isEmpty()) {
                faults.add(vector.get("name").asString() + " " + vector.get("expr") + ": " + fault);
            }
        }
        LOG.info(file + ": " + (vectors.size() - faults.size()) + "/" + vectors.size() + "\n  "
                + String.join("\n  ", faults));
        return faults;
    }

    private static String fault(JobParser parser, JsonNode vector, JsonNode wrapper) {
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
        ParseResult result = parser.parse(
                Source.of("t.hcl", text.toString()), new Variables(environment, List.of(), List.of(), true));
        if (vector.has("error")) {
            return error(result, vector.get("error"), wrapper);
        }
        if (!(result instanceof Parsed parsed)) {
            return "refused: " + result.diagnostics().get(0);
        }
        JsonNode job = Json.mapper().readTree(Json.jobFile().writeValueAsString(parsed.job()));
        JsonNode found = job.at(wrapper.get("value").asString());
        if (vector.has("absent")) {
            return found.isMissingNode() ? "" : "there: " + found;
        }
        JsonNode wanted = vector.get("value");
        boolean numbers = wanted.isNumber() && found.isNumber();
        if (numbers) {
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
        boolean sameLine = first.range() != null && first.range().startLine() == line;
        boolean sameSummary = first.summary().equals(error.path("summary").asString());
        return sameLine && sameSummary ? "" : first + " != " + error;
    }
}
