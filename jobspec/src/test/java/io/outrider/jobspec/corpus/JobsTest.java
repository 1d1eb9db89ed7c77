package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Job files give the job that the reference gives for them: as written, with defaults, and judged. */
final class JobsTest {
    private static final Path FOLDER = Path.of("jobs");

    static Map<String, String> parsed(Path folder) {
        Map<String, String> faults = new TreeMap<>();
        Corpus.names(folder, ".parsed.json")
                .forEach(name -> faults.put(name, difference(Corpus.parse(folder, name), folder, name + ".parsed")));
        return faults;
    }

    static Map<String, String> canonical(Path folder) {
        Map<String, String> faults = new TreeMap<>();
        for (String name : Corpus.names(folder, ".canonical.json")) {
            ParseResult result = Corpus.parse(folder, name);
            ParseResult filled = result instanceof Parsed ok
                    ? new Parsed(Canonical.of(ok.job()), ok.diagnostics(), ok.places())
                    : result;
            faults.put(name, difference(filled, folder, name + ".canonical"));
        }
        return faults;
    }

    static Map<String, String> validated(Path folder) {
        Map<String, String> faults = new TreeMap<>();
        for (String name : Corpus.names(folder, ".validate.json")) {
            Path parsed = folder.resolve(name + ".parsed.json");
            Job job = Json.read(Corpus.text(parsed), Job.class);
            faults.put(name, Verdict.difference(Corpus.json(folder.resolve(name + ".validate.json")), job));
        }
        return faults;
    }

    private static String difference(ParseResult result, Path folder, String answer) {
        if (!(result instanceof Parsed parsed)) {
            return "refused: " + result.diagnostics().get(0);
        }
        String json = Json.jobFile().writeValueAsString(parsed.job());
        return Corpus.difference(
                Corpus.json(folder.resolve(answer + ".json")), Json.mapper().readTree(json), "");
    }

    private static Path folder(String name) {
        Path folder = Corpus.folder().resolve(name);
        assertThat(Files.isDirectory(folder)).isTrue();
        return folder;
    }

    @Test
    void everyJobIsReadAsTheReferenceReadsIt() {
        Map<String, String> faults = parsed(folder(FOLDER.toString()));
        assertThat(faults).hasSizeGreaterThanOrEqualTo(418);
        Differences.assertOnlyListed("parsed", faults);
    }

    @Test
    void everyInvalidJobIsReadAsTheReferenceReadsIt() {
        Map<String, String> faults = parsed(folder("invalid"));
        assertThat(faults).hasSizeGreaterThanOrEqualTo(153);
        Differences.assertOnlyListed("invalid-parsed", faults);
    }

    @Test
    void everyJobGetsTheReferencesDefaults() {
        Map<String, String> faults = canonical(folder(FOLDER.toString()));
        assertThat(faults).hasSizeGreaterThanOrEqualTo(414);
        Differences.assertOnlyListed("canonical", faults);
    }

    @Test
    void everyJobIsJudgedAsTheReferenceJudgesIt() {
        Map<String, String> faults = validated(folder(FOLDER.toString()));
        assertThat(faults).hasSizeGreaterThanOrEqualTo(418);
        Differences.assertOnlyListed("validated", faults);
    }

    @Test
    void everyInvalidJobIsRefusedForTheReferencesReasons() {
        Map<String, String> faults = validated(folder("invalid"));
        assertThat(faults).hasSizeGreaterThanOrEqualTo(153);
        Differences.assertOnlyListed("invalid", faults);
    }
}
