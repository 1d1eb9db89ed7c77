package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Variables get the recorded values from defaults, environment, files and arguments. */
final class VariablesTest {
    static Map<String, String> faults() {
        Map<String, String> faults = new TreeMap<>();
        try (Stream<Path> cases = Files.list(Corpus.folder().resolve("lang/variables"))) {
            cases.forEach(folder -> faults.put(folder.getFileName().toString(), fault(folder)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return faults;
    }

    private static String fault(Path folder) {
        JsonNode recorded = Corpus.json(folder.resolve("case.json"));
        Source source = Corpus.read(folder, "job.nomad.hcl");
        if (!filesExist(folder, recorded)) {
            return recorded.has("error") ? "" : "files of the case are missing";
        }
        ParseResult result = new JobParser(FileAccess.below(folder)).parse(source, variables(folder, recorded));
        if (recorded.has("error")) {
            return error(recorded.get("error"), result);
        }
        if (!(result instanceof Parsed parsed)) {
            return "refused: " + result.diagnostics();
        }
        JsonNode job = Json.mapper().readTree(Json.jobFile().writeValueAsString(parsed.job()));
        return Corpus.difference(recorded.get("config"), job.at("/TaskGroups/0/Tasks/0/Config"), "");
    }

    /** A file that is not there is the command line's business: it reads the files. */
    private static boolean filesExist(Path folder, JsonNode recorded) {
        for (JsonNode arg : recorded.path("args")) {
            String text = arg.asString();
            boolean missing = text.startsWith("-var-file=") && !Files.exists(folder.resolve(text.substring(10)));
            if (missing) {
                return false;
            }
        }
        return true;
    }

    private static String error(JsonNode error, ParseResult result) {
        if (error.has("any_of")) {
            List<String> all = new ArrayList<>();
            error.get("any_of").forEach(list -> all.add(Complaint.missingOrOther(complaints(list), result)));
            return all.contains("") ? "" : all.get(0);
        }
        return Complaint.missingOrOther(complaints(error.get("diagnostics")), result);
    }

    private static List<Complaint> complaints(JsonNode diagnostics) {
        List<Complaint> all = new ArrayList<>();
        for (JsonNode d : diagnostics) {
            if (!d.path("detail").asString("").contains("value must be known")) {
                all.add(new Complaint(
                        d.path("line").asInt(0),
                        d.path("column").asInt(0),
                        d.path("end_line").asInt(0),
                        d.path("end_column").asInt(0),
                        d.path("summary").asString("")));
            }
        }
        return all;
    }

    private static Variables variables(Path folder, JsonNode recorded) {
        Map<String, String> environment = new HashMap<>();
        recorded.path("env")
                .properties()
                .forEach(e -> environment.put(e.getKey(), e.getValue().asString()));
        List<String> args = new ArrayList<>();
        recorded.path("args").forEach(arg -> args.add(arg.asString()));
        List<Source> files = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        boolean strict = true;
        for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
            String arg = rest.next();
            int equals = arg.indexOf('=');
            String option = equals < 0 ? arg : arg.substring(0, equals);
            if (option.equals("-var")) {
                arguments.add(equals < 0 ? rest.next() : arg.substring(equals + 1));
            } else if (option.equals("-var-file")) {
                files.add(Corpus.read(folder, equals < 0 ? rest.next() : arg.substring(equals + 1)));
            } else if (arg.equals("-hcl2-strict=false")) {
                strict = false;
            } else {
                throw new IllegalArgumentException(arg);
            }
        }
        return new Variables(environment, files, arguments, strict);
    }

    @Test
    void everyVariableGetsTheRecordedValue() {
        Map<String, String> faults = faults();
        assertThat(faults).hasSizeGreaterThanOrEqualTo(195);
        Differences.assertOnlyListed("variables", faults);
    }
}
