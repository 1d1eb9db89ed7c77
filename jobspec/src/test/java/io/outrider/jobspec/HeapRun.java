package io.outrider.jobspec;

import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.format.HclFormat;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A program that reads and lays out costly files, and writes the first summary of each to a file. */
final class HeapRun {
    private static final String JOB =
            "job \"a\" {\n  group \"g\" {\n    task \"t\" {\n      driver = \"exec\"\n" + "    }\n  }\n}\n";

    private HeapRun() {}

    public static void main(String[] arguments) throws IOException {
        StringBuilder lines = new StringBuilder();
        texts().forEach((name, text) -> {
            Source source = Source.of(name, text.get().getBytes(StandardCharsets.UTF_8));
            ParseResult result = new JobParser(FileAccess.none()).read(source, Variables.none());
            DiagnosticText.render(result.diagnostics());
            Diagnostics faults = new Diagnostics();
            boolean laidOut = HclFormat.format(source, faults).isPresent();
            String told = result.diagnostics().isEmpty()
                    ? "none"
                    : result.diagnostics().get(0).summary();
            lines.append(name + ": " + told + ", laid out: " + laidOut + "\n");
        });
        Files.writeString(Path.of(arguments[0]), lines);
    }

    private static Map<String, Supplier<String>> texts() {
        Map<String, Supplier<String>> texts = new TreeMap<>();
        texts.put("15 MB of line ends", () -> "\n".repeat(15_000_000) + JOB);
        texts.put("3 MB of line ends", () -> "\n".repeat(3_000_000) + JOB);
        texts.put("4 MB of locals", () -> "locals { a = 1 }\n".repeat(230_000) + JOB);
        texts.put(
                "API JSON of constraints", () -> "{\"ID\":\"a\",\"Constraints\":[" + "{},".repeat(1_000_000) + "{}]}");
        texts.put("as many groups as there may be", () -> groups());
        texts.put("as many constraints as there may be", () -> group("constraint {}\n".repeat(31_000)));
        texts.put("as many locals as there may be", () -> "locals { a = 1 }\n".repeat(21_000) + JOB);
        texts.put("as long a comment as there may be", () -> "# " + "x".repeat(5_900_000) + "\n" + JOB);
        return texts;
    }

    private static String groups() {
        StringBuilder groups = new StringBuilder("{\"job\": {\"a\": {\"group\": {\"g\": {}");
        for (int i = 0; i < 31_000; i++) {
            groups.append(", \"g").append(i).append("\": {}");
        }
        return groups.append("}}}}").toString();
    }

    private static String group(String content) {
        return "job \"a\" {\n group \"g\" {\n" + content + "}\n}\n";
    }
}
