package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The recorded cases in which we differ on purpose: one line {@code suite/case: reason} each in one file. */
final class Differences {
    private static final String FILE = "differences.txt";

    private Differences() {}

    /**
     * Fails if a case that is not listed has a fault, or a listed one has none.
     *
     * @param faults by case, empty text for none
     */
    static void assertOnlyListed(String suite, Map<String, String> faults) {
        Map<String, String> listed = listed(suite);
        assertThat(faults.keySet()).as("listed cases of " + suite).containsAll(listed.keySet());
        Map<String, String> wrong = new TreeMap<>();
        faults.forEach((name, fault) -> {
            if (!fault.isEmpty() && !listed.containsKey(name)) {
                wrong.put(name, fault);
            } else if (fault.isEmpty() && listed.containsKey(name)) {
                wrong.put(name, "is listed in " + FILE + ", but equals the record");
            }
        });
        String text = wrong.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining("\n"));
        assertThat(wrong)
                .as("%s: %d of %d differ%n%s", suite, wrong.size(), faults.size(), text)
                .isEmpty();
    }

    static Map<String, String> listed(String suite) {
        try (InputStream file = Objects.requireNonNull(Differences.class.getResourceAsStream(FILE), FILE)) {
            Map<String, String> reasons = new TreeMap<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(suite + "/"))
                    .forEach(line -> {
                        int colon = line.indexOf(": ");
                        reasons.put(line.substring(suite.length() + 1, colon), line.substring(colon + 2));
                    });
            return reasons;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
