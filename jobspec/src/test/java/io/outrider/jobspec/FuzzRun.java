package io.outrider.jobspec;

import io.outrider.jobspec.corpus.Corpus;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.hcl.function.Functions;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobWarnings;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A program that reads mutated job files for a time: each must give a job or diagnostics within a second. Run with a
 * small heap, so that a text that fills memory ends it. Ends with 1, and tells the text, on the first that does not.
 */
final class FuzzRun {
    private static final long SEED = Long.getLong("outrider.fuzz.seed", 20261130);
    private static final Duration MOST = Duration.ofSeconds(1);
    private static final List<String> KINDS = List.of("jobs", "bad", "invalid");
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
        "for_each = range(1000)\n",
        "labels = [",
        "content {",
        "locals {\n",
        "validation {",
        "[*]",
        ".*",
        "=> x",
        "if true",
        "&",
        "'",
        ";",
        "\uFFFF",
        "\uD800",
        "\0",
        "\r",
        "\u00e9"
    };

    private final Random random = new Random(SEED);
    private final JobParser parser = new JobParser(FileAccess.none());
    private final List<Seed> seeds = seeds();
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private final List<String> calls = Functions.of(FileAccess.none()).keySet().stream()
            .map(name -> name + "(")
            .toList();

    private FuzzRun() {}

    /** Takes the seconds to run, and the file for what there is to tell. */
    public static void main(String[] args) throws IOException {
        int status;
        try (PrintStream out = new PrintStream(args[1], StandardCharsets.UTF_8)) {
            status = new FuzzRun().run(Duration.ofSeconds(Long.parseLong(args[0])), out);
        }
        System.exit(status);
    }

    /** Goes on until its time is over and each kind of seeds has given a text, however slow the machine is. */
    private int run(Duration time, PrintStream out) {
        long end = System.nanoTime() + time.toNanos();
        Duration slowest = Duration.ZERO;
        while (System.nanoTime() < end || texts.size() < KINDS.size()) {
            Seed seed = texts.size() < KINDS.size() ? anyOf(KINDS.get(texts.size())) : any(seeds);
            String text = mutated(seed);
            try {
                Duration took = time(text);
                slowest = took.compareTo(slowest) > 0 ? took : slowest;
                if (took.compareTo(MOST) > 0) {
                    out.println("took " + took + ":\n" + text);
                    return 1;
                }
            } catch (RuntimeException | Error broken) {
                out.println(broken + " at "
                        + List.of(broken.getStackTrace()).stream().limit(12).toList() + "\n" + text);
                return 1;
            }
            texts.merge(seed.kind, 1, Integer::sum);
        }
        out.println("texts of each kind: " + texts + ", the slowest took " + slowest.toMillis() + " ms");
        return 0;
    }

    /** The shortest of three, for a slow one: the machine may be busy. */
    private Duration time(String text) {
        Duration best = once(text);
        for (int i = 0; i < 2 && best.compareTo(MOST) > 0; i++) {
            Duration again = once(text);
            best = again.compareTo(best) < 0 ? again : best;
        }
        return best;
    }

    private Duration once(String text) {
        long start = System.nanoTime();
        ParseResult result = parser.read(Source.of("fuzz.hcl", text), Variables.none());
        if (result instanceof ParseResult.Parsed parsed) {
            JobCheck.check(parsed.job());
            JobWarnings.of(parsed.job());
            Json.jobFile().writeValueAsString(parsed.job());
        } else if (result.diagnostics().isEmpty()) {
            throw new IllegalStateException("refused without diagnostics");
        }
        DiagnosticText.render(result.diagnostics());
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static List<Seed> seeds() {
        List<Seed> seeds = new ArrayList<>();
        for (String kind : KINDS) {
            Path folder = Corpus.folder().resolve(kind);
            Corpus.names(folder, kind.equals("bad") ? ".error.txt" : ".parsed.json").stream()
                    .filter(name -> !name.startsWith("own__big"))
                    .map(name -> Corpus.source(folder, name).text())
                    .filter(text -> text.length() < 20_000)
                    .forEach(text -> seeds.add(new Seed(kind, text)));
        }
        return seeds;
    }

    private Seed anyOf(String kind) {
        return any(seeds.stream().filter(seed -> seed.kind.equals(kind)).toList());
    }

    private Seed any(List<Seed> choice) {
        return choice.get(random.nextInt(choice.size()));
    }

    private String mutated(Seed seed) {
        StringBuilder text = new StringBuilder(seed.text);
        int changes = 1 + random.nextInt(5);
        for (int i = 0; i < changes && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            int to = Math.min(text.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(7)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.replace(at, to, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> text.insert(at, text.substring(at, to).repeat(1 + random.nextInt(60)));
                case 4 -> text.insert(at, calls.get(random.nextInt(calls.size())));
                case 5 -> text.insert(at, stretch());
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }

    /** Part of another file. */
    private String stretch() {
        String other = any(seeds).text;
        int from = random.nextInt(Math.max(1, other.length()));
        return other.substring(from, Math.min(other.length(), from + 1 + random.nextInt(200)));
    }

    /** A job file to start from, and the folder that it is of. */
    private record Seed(String kind, String text) {}
}
