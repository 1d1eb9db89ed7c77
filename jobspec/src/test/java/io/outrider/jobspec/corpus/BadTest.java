package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the reference refuses is refused, in the same places. */
final class BadTest {
    static Map<String, String> faults(Path folder) {
        Map<String, String> faults = new TreeMap<>();
        for (String name : Corpus.names(folder, ".error.txt")) {
            List<Complaint> wanted = Complaint.printed(Corpus.text(folder.resolve(name + ".error.txt")));
            ParseResult result = Corpus.parse(folder, name);
            faults.put(name, Complaint.missing(wanted, result));
        }
        return faults;
    }

    @Test
    void everyBadFileIsRefusedInTheReferencesPlaces() {
        Map<String, String> faults = faults(Corpus.folder().resolve("bad"));
        assertThat(faults).hasSizeGreaterThanOrEqualTo(394);
        Differences.assertOnlyListed("bad", faults);
    }
}
