package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What the reference's commands have printed, and whether ours print the same: by words, not by spaces. */
final class Recorded {

    private static final Path GOLDEN = Path.of("..")
            .toAbsolutePath()
            .normalize()
            .resolve("../shared/golden")
            .normalize();

    private static final Pattern PLACEHOLDER = Pattern.compile("<[a-z0-9-]+>|\\{[a-z0-9-]+(\\[0:8\\])?\\}");

    private Recorded() {}

    /** Skips the test where the data is not there, unless it must be. */
    static Path folder() {
        boolean there = Files.isDirectory(GOLDEN);
        if (!there && System.getenv("CI") != null) {
            fail("no recorded data at " + GOLDEN);
        }
        assumeTrue(there, "no recorded data at " + GOLDEN);
        return GOLDEN;
    }

    /** Requires the recorded lines of {@code cli/NAME.txt}, but for those that are other on purpose, and no more. */
    static void isPrinted(String name, String out, Predicate<String> otherwise) {
        List<String> wanted = lines(name).stream().filter(otherwise.negate()).toList();
        List<String> seen = words(out);
        assertThat(seen).as(name).hasSameSizeAs(wanted);
        for (int at = 0; at < seen.size(); at++) {
            assertThat(seen.get(at)).as(name + " line " + at).matches(pattern(wanted.get(at)));
        }
    }

    /** The same where lines may come in another order, and more of them. */
    static void isAmong(String name, String out, Predicate<String> otherwise) {
        List<String> seen = words(out);
        lines(name).stream()
                .filter(otherwise.negate())
                .forEach(line -> assertThat(seen).as(name).anyMatch(ours -> ours.matches(pattern(line))));
    }

    private static List<String> lines(String name) {
        try {
            List<String> all = new ArrayList<>(words(Files.readString(folder().resolve("cli/" + name + ".txt"))));
            all.removeIf(line -> line.startsWith("$ ") || line.startsWith("--- "));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(String text) {
        return text.lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static String pattern(String line) {
        StringBuilder pattern = new StringBuilder();
        int from = 0;
        var found = PLACEHOLDER.matcher(line);
        while (found.find()) {
            String placeholder = found.group();
            pattern.append(Pattern.quote(line.substring(from, found.start())))
                    .append(placeholder.equals("<none>") ? "<none>" : "\\S+");
            from = found.end();
        }
        return pattern.append(Pattern.quote(line.substring(from))).toString();
    }
}
