package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One block or attribute at a time, and jobs that hold all of them. */
final class BlocksTest {
    static Map<String, String> snippets() {
        Map<String, String> faults = new TreeMap<>();
        for (JsonNode snippet : Corpus.json(Corpus.folder().resolve("lang/blocks/snippets.json"))) {
            faults.put(snippet.get("name").asString(), fault(snippet));
        }
        return faults;
    }

    private static String fault(JsonNode snippet) {
        boolean api = snippet.has("via");
        FileAccess files =
                api ? FileAccess.none() : FileAccess.below(Corpus.folder().resolve("lang"));
        Source source = Source.of("t.hcl", snippet.get("job").asString());
        ParseResult result = new JobParser(files).parse(source, Variables.none());
        if (snippet.has("error")) {
            return error(snippet.get("error"), result);
        }
        if (!(result instanceof Parsed parsed)) {
            return "refused: " + result.diagnostics();
        }
        JsonNode wanted = snippet.get("parsed");
        String asWritten = difference(wanted, parsed.job());
        return asWritten.isEmpty() && !api
                ? difference(snippet.has("canonical") ? snippet.get("canonical") : wanted, Canonical.of(parsed.job()))
                : asWritten;
    }

    private static String difference(JsonNode pointers, Job job) {
        JsonNode tree = Json.tree(Json.jobFile().writeValueAsString(job));
        return pointers.properties().stream()
                .map(e -> tree.at(e.getKey()).isMissingNode()
                        ? e.getKey() + " is missing"
                        : Corpus.difference(e.getValue(), tree.at(e.getKey()), e.getKey()))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String error(JsonNode error, ParseResult result) {
        if (!error.has("diagnostics")) {
            String text = error.path("text").asString("").replaceFirst("^Failed to parse job: ", "");
            return Complaint.missingOrOther(Complaint.printed(text), result);
        }
        List<Complaint> wanted = new ArrayList<>();
        for (JsonNode d : error.get("diagnostics")) {
            if (!d.path("detail").asString("").contains("value must be known")) {
                wanted.add(new Complaint(
                        d.path("line").asInt(0),
                        d.path("column").asInt(0),
                        d.path("end_line").asInt(0),
                        d.path("end_column").asInt(0),
                        d.path("summary").asString("")));
            }
        }
        return Complaint.missingOrOther(wanted, result);
    }

    static Map<String, String> jobs() {
        Map<String, String> faults = new TreeMap<>();
        try (Stream<Path> folders = Files.list(Corpus.folder().resolve("lang/blocks"))) {
            folders.filter(Files::isDirectory)
                    .forEach(folder -> faults.put(folder.getFileName().toString(), whole(folder)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return faults;
    }

    private static String whole(Path folder) {
        ParseResult result =
                new JobParser(FileAccess.below(folder)).parse(Corpus.read(folder, "job.nomad.hcl"), Variables.none());
        if (!(result instanceof Parsed parsed)) {
            return "refused: " + result.diagnostics();
        }
        String asWritten = difference(folder, "parsed.json", parsed.job());
        return asWritten.isEmpty() ? difference(folder, "canonical.json", Canonical.of(parsed.job())) : asWritten;
    }

    private static String difference(Path folder, String file, Job job) {
        JsonNode tree = Json.mapper().readTree(Json.jobFile().writeValueAsString(job));
        JsonNode recorded = Corpus.json(folder.resolve(file));
        return Corpus.difference(recorded.has("Job") ? recorded.get("Job") : recorded, tree, "");
    }

    @Test
    void everySnippetGivesTheRecordedFields() {
        Map<String, String> faults = snippets();
        assertThat(faults).hasSizeGreaterThanOrEqualTo(356);
        Differences.assertOnlyListed("snippets", faults);
    }

    @Test
    void everyJobOfManyBlocksGivesTheRecordedJob() {
        Map<String, String> faults = jobs();
        assertThat(faults).hasSizeGreaterThanOrEqualTo(23);
        Differences.assertOnlyListed("blocks", faults);
    }
}
