package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a command of the reference has printed on its standard output, and its exit code. */
record GoldenLines(String name, List<String> lines, String exitCode) {

    private static final Pattern PLACEHOLDER = Pattern.compile("<[a-z0-9-]+>|\\{[a-z0-9-]+(?:\\[0:8])?}");

    private static final Map<String, String> MEANING = Map.of(
            "<none>", "<none>",
            "<n>", "[0-9]+",
            "<size>", "[0-9.]+ [KMGT]?i?B",
            "<percent>", "[0-9.]+%",
            "<rfc3339>", "[0-9-]+T[0-9:]+(?:Z|[+-][0-9:]+)",
            "<age>", "[0-9a-z]+",
            "<short-id>", "[0-9a-f]{8}",
            "<duration>", "[0-9a-zµ.]+");

    static GoldenLines of(String name) {
        try {
            List<String> all = Files.readAllLines(SharedData.folder("golden").resolve("cli/" + name + ".txt"));
            List<String> out = new ArrayList<>();
            for (String line : all.subList(1, all.size())) {
                if (line.equals("--- stderr") || line.startsWith("--- exit code")) {
                    break;
                }
                // What ended without a line's end has the code in the same line.
                out.add(line.replaceAll("--- exit code: .*", "").replaceAll("\"(<(?:index|ns-timestamp)>)\"", "$1"));
            }
            String last = all.get(all.size() - 1);
            return new GoldenLines(name, out, last.substring(last.lastIndexOf(' ') + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with another line where ours is other on purpose. */
    GoldenLines but(String line, String ours) {
        assertThat(lines).as("a line of " + name).anyMatch(one -> words(one).equals(line));
        return new GoldenLines(
                name,
                lines.stream().map(one -> words(one).equals(line) ? ours : one).toList(),
                exitCode);
    }

    void isPrinted(String out) {
        List<String> seen = out.lines().map(GoldenLines::words).toList();
        for (int at = 0; at < Math.min(seen.size(), lines.size()); at++) {
            assertThat(seen.get(at)).as("%s, line %d of\n%s", name, at + 1, out).matches(pattern(words(lines.get(at))));
        }
        assertThat(seen).as(out).hasSameSizeAs(lines);
    }

    private static String words(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    private static String pattern(String line) {
        StringBuilder pattern = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(line);
        int from = 0;
        while (matcher.find()) {
            pattern.append(Pattern.quote(line.substring(from, matcher.start())));
            pattern.append(MEANING.getOrDefault(matcher.group(), "\\S+"));
            from = matcher.end();
        }
        return pattern.append(Pattern.quote(line.substring(from))).toString();
    }
}
