package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The recorded cases in which we differ on purpose: in one file a line {@code suite/case: reason} each, and one with
 * what is ours below it.
 */
final class Differences {
    private static final String FILE = "differences.txt";
    private static final String OURS = "    ours: ";

    private Differences() {}

    /**
     * Fails if a case that is not listed has a fault, or a listed one has none or another one than ours.
     *
     * @param faults by case, empty text for none
     */
    static void assertOnlyListed(String suite, Map<String, String> faults) {
        Map<String, String> listed = listed(suite);
        assertThat(faults.keySet()).as("listed cases of " + suite).containsAll(listed.keySet());
        Map<String, String> wrong = new TreeMap<>();
        faults.forEach((name, fault) -> {
            String ours = listed.get(name);
            if (ours == null && !fault.isEmpty()) {
                wrong.put(name, fault);
            } else if (ours != null && fault.isEmpty()) {
                wrong.put(name, "is listed in " + FILE + ", but equals the record");
            } else if (ours != null && !fault.contains(ours)) {
                wrong.put(name, "is not ours as " + FILE + " has it (" + ours + "), but " + fault);
            }
        });
        String text = wrong.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining("\n"));
        assertThat(wrong)
                .as("%s: %d of %d differ%n%s", suite, wrong.size(), faults.size(), text)
                .isEmpty();
    }

    /** What is ours, by case. */
    private static Map<String, String> listed(String suite) {
        try (InputStream file = Objects.requireNonNull(Differences.class.getResourceAsStream(FILE), FILE)) {
            List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            Map<String, String> ours = new TreeMap<>();
            for (int i = 0; i < lines.size(); i += 2) {
                String name = lines.get(i).substring(0, lines.get(i).indexOf(": "));
                assertThat(lines.get(i + 1)).as(name).startsWith(OURS);
                if (name.startsWith(suite + "/")) {
                    ours.put(
                            name.substring(suite.length() + 1), lines.get(i + 1).substring(OURS.length()));
                }
            }
            return ours;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
