package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.state.model.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Job files give what the reference gives for them. */
final class CorpusTest {
    private static final Logger LOG = Logger.getLogger(CorpusTest.class.getName());
    private static final Set<String> PROCESS_DRIVERS = Set.of("raw_exec", "exec", "java", "mock_driver");

    private static String difference(Path folder, String name) {
        ParseResult result = Corpus.parse(folder, name);
        if (!(result instanceof Parsed parsed)) {
            return "refused: " + result.diagnostics().get(0);
        }
        String json = Json.jobFile().writeValueAsString(parsed.job());
        return Corpus.difference(Corpus.expected(folder, name), Json.mapper().readTree(json), "");
    }

    private static boolean isOfProcessDrivers(JsonNode job) {
        List<String> drivers = new ArrayList<>();
        job.path("TaskGroups").forEach(group -> group.path("Tasks")
                .forEach(task -> drivers.add(task.path("Driver").asString())));
        return !drivers.isEmpty() && PROCESS_DRIVERS.containsAll(drivers);
    }

    @Test
    void realJobsOfProcessDriversGiveTheReferencesJson() {
        Path jobs = Corpus.folder().resolve("jobs");
        List<String> names = Corpus.names(jobs, ".parsed.json").stream()
                .filter(name -> !name.startsWith("own__"))
                .filter(name -> isOfProcessDrivers(Corpus.expected(jobs, name)))
                .toList();
        assertThat(names).hasSizeGreaterThanOrEqualTo(66);
        assertThat(names)
                .allSatisfy(name -> assertThat(difference(jobs, name)).as(name).isEmpty());
    }

    @Test
    void mostOtherJobsAreEqualToo() {
        Path jobs = Corpus.folder().resolve("jobs");
        List<String> faults = new ArrayList<>();
        List<String> names = Corpus.names(jobs, ".parsed.json");
        for (String name : names) {
            String difference = difference(jobs, name);
            if (!difference.isEmpty()) {
                faults.add(name + ": " + difference);
            }
        }
        LOG.info("jobs equal: " + (names.size() - faults.size()) + "/" + names.size() + "\n  "
                + String.join("\n  ", faults));
        assertThat(faults.size()).as(String.join("\n", faults)).isLessThanOrEqualTo(16);
    }

    @Test
    void mostBadFilesAreRefused() {
        Path bad = Corpus.folder().resolve("bad");
        List<String> names = Corpus.names(bad, ".error.txt");
        List<String> accepted = names.stream()
                .filter(name -> Corpus.parse(bad, name) instanceof Parsed)
                .toList();
        LOG.info("bad refused: " + (names.size() - accepted.size()) + "/" + names.size() + "\n  "
                + String.join("\n  ", accepted));
        assertThat(accepted.size()).as(String.join("\n", accepted)).isLessThanOrEqualTo(1);
    }
}
