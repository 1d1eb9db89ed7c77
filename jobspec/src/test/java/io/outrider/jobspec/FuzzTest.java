package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.corpus.Corpus;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mutated job files give a job or diagnostics, never anything else. */
final class FuzzTest {
    private static final long SEED = 20261130;
    private static final String[] PIECES = {
        "${",
        "%{",
        "}",
        "{",
        "\"",
        "<<EOF\n",
        "<<-E\n",
        "EOF\n",
        "\n",
        "(",
        ")",
        "[",
        "]",
        "=",
        "==",
        "?",
        ":",
        "...",
        ".",
        ",",
        "for x in",
        "%{ if",
        "%{ endif }",
        "~}",
        "$${",
        "null",
        "var.",
        "local.",
        "1e9",
        "-",
        "!",
        "/*",
        "#",
        "\\",
        "\\u12",
        "dynamic \"group\" {",
        "upper(",
        "\uFFFF",
        "\uD800",
        "\0",
        "\r"
    };

    @Test
    void mutatedFilesGiveAJobOrDiagnostics() {
        run(Duration.ofSeconds(8));
    }

    @Test
    @Tag("soak")
    void mutatedFilesGiveAJobOrDiagnosticsForLong() {
        run(Duration.ofMinutes(10));
    }

    private static void run(Duration time) {
        List<String> seeds = seeds();
        Random random = new Random(SEED);
        JobParser parser = new JobParser(FileAccess.none());
        long end = System.nanoTime() + time.toNanos();
        int count = 0;
        while (System.nanoTime() < end) {
            String text = mutated(seeds, random);
            long start = System.nanoTime();
            ParseResult result = parser.parse(Source.of("fuzz.hcl", text), Variables.none());
            long took = System.nanoTime() - start;
            assertThat(Duration.ofNanos(took)).as("time for:\n" + text).isLessThan(Duration.ofSeconds(5));
            if (result instanceof ParseResult.Refused refused) {
                assertThat(refused.diagnostics()).as(text).isNotEmpty();
                assertThat(DiagnosticText.render(refused.diagnostics())).isNotEmpty();
            }
            count++;
        }
        assertThat(count).isGreaterThan(100);
    }

    private static List<String> seeds() {
        List<String> seeds = new ArrayList<>();
        for (String part : List.of("jobs", "bad")) {
            Path folder = Corpus.folder().resolve(part);
            Corpus.names(folder, part.equals("jobs") ? ".parsed.json" : ".error.txt").stream()
                    .filter(name -> !name.startsWith("own__big"))
                    .map(name -> Corpus.source(folder, name).text())
                    .filter(text -> text.length() < 20_000)
                    .forEach(seeds::add);
        }
        return seeds;
    }

    private static String mutated(List<String> seeds, Random random) {
        StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            int to = Math.min(text.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.replace(at, to, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> text.insert(at, text.substring(at, to).repeat(1 + random.nextInt(30)));
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }
}
