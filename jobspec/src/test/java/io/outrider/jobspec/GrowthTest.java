package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.hcl.DiagnosticJson;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.format.HclFormat;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobWarnings;
import io.outrider.jobspec.variable.Variables;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A text that is four times as long takes about four times as long: nothing in the way from a text to its diagnostics
 * or its layout takes the square of it. Processor time is measured, so that a busy machine does not matter.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class GrowthTest {
    private static final int CHARACTERS = 25_000;
    private static final int FACTOR = 4;

    /** Four for what is linear, sixteen for what is not; some texts are too short for the square to be seen. */
    private static final double MOST_GROWTH = 9;

    private static final long SOON = TimeUnit.MILLISECONDS.toNanos(60);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static Arguments text(String name, IntFunction<String> ofLength) {
        return Arguments.of(name, ofLength);
    }

    private static String meta(String value) {
        return "job \"a\" {\n  meta {\n    x = " + value + "\n  }\n}\n";
    }

    private static String group(String content) {
        return "job \"a\" {\n  group \"g\" {\n    network {}\n" + content + "  }\n}\n";
    }

    private static String constraint(String operator, String value) {
        return "job \"a\" {\n  constraint {\n    attribute = \"a\"\n    operator = \"" + operator + "\"\n    value = \""
                + value + "\"\n  }\n}\n";
    }

    private static String many(int count, IntFunction<String> each) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            all.append(each.apply(i));
        }
        return all.toString();
    }

    private static String task(int number, String content) {
        return "task \"t" + number + "\" {\n driver = \"exec\"\n" + content + "}\n";
    }

    static Stream<Arguments> signs() {
        return Stream.of(
                text("quoted sequences", n -> meta("\"" + "${a}".repeat(n / 4) + "\"")),
                text("quoted text and sequences", n -> meta("\"" + "a${1}".repeat(n / 5) + "\"")),
                text("quoted directives", n -> meta("\"" + "%{if true}a%{endif}".repeat(n / 19) + "\"")),
                text("heredoc of one line", n -> meta("<<E\n" + "${a}".repeat(n / 4) + "\nE")),
                text("open comments", n -> "/* ".repeat(n / 3)),
                text("names and open comments", n -> "a /* ".repeat(n / 5)),
                text("digits", n -> "job \"a\" {\n  priority = " + "1".repeat(n * 4) + "\n}\n"),
                text("digits in text", n -> "job \"a\" {\n  priority = \"" + "1".repeat(n) + "x\"\n}\n"),
                text("points in a number", n -> "job \"a\" {\n  priority = " + "1.".repeat(n / 2) + "\n}\n"),
                text("many long numbers", n -> meta("[" + ("1".repeat(9_999) + "x, ").repeat(n / 10_000) + "]")),
                text("digits of an index", n -> meta("a." + "1".repeat(n))),
                text("escapes", n -> meta("\"" + "\\n".repeat(n) + "\"")),
                text("escapes by number", n -> meta("\"" + "\\u0041".repeat(n / 2) + "\"")),
                text("indexes that do not end", n -> "a = a[1 2\n".repeat(n / 10)),
                text("operators", n -> meta("1" + "+1*1".repeat(n / 4))),
                text("signs", n -> meta("-".repeat(n) + "1")),
                text("indexes", n -> meta("a" + "[0]".repeat(n / 3))),
                text("JSON strings", n -> "{\"job\":{\"a\":{\"meta\":{\"m\":\"" + "${1}".repeat(n / 4) + "\"}}}}"),
                text(
                        "escapes in JSON of one line",
                        n -> "{\"job\":{\"a\":{\"meta\":{" + many(n / 20, i -> "\"m" + i + "\":\"\\n${1}\",")
                                + "\"z\":1}}}}"));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                text("wrong arguments", n -> "job \"a\" {\n" + many(n / 10, i -> " m" + i + " = 1\n") + "}\n"),
                text("wrong blocks", n -> "job \"a\" {\n" + many(n / 10, i -> " m" + i + " {}\n") + "}\n"),
                text(
                        "wrong properties",
                        n -> "{\"job\":{\"a\":{" + many(n / 10, i -> "\"m" + i + "\":1,") + "\"z\":1}}}"),
                text(
                        "faults in one line that is not ASCII",
                        n -> "job \"a\" {\n x = [\"" + "\u4e16".repeat(n * 4) + "\"," + "nope(), ".repeat(200)
                                + "]\n}\n"),
                text(
                        "unknown variables",
                        n -> many(n / 40, i -> "variable \"v" + i + "\" {\n default = 1\n}\n")
                                + "job \"a\" {\n meta {\n" + many(n / 20, i -> " m" + i + " = var.w" + i + "\n")
                                + "}\n}\n"));
    }

    static Stream<Arguments> names() {
        return Stream.of(
                text(
                        "locals in reverse order",
                        n -> "locals {\n" + many(n / 20, i -> " l" + i + " = local.l" + (i + 1) + "\n") + " l" + n / 20
                                + " = 1\n}\njob \"a\" {}\n"),
                text(
                        "locals in circles",
                        n -> "locals {\n" + many(n / 20, i -> " l" + i + " = local.l" + (i ^ 1) + "\n")
                                + "}\njob \"a\" {}\n"),
                text(
                        "locals that refer forth and back",
                        n -> "locals {\n"
                                + many(
                                        n / 40,
                                        i -> " a" + i + " = local.b" + i + "\n b" + i + " = local.a" + (i + 1) + "\n")
                                + " a" + n / 40 + " = 1\n}\njob \"a\" {}\n"),
                text("columns", n -> meta("length(csvdecode(\"" + many(n / 6, i -> "c" + i + ",") + "z\"))")),
                text("expressions of braces", n -> constraint("regexp", "{".repeat(n))),
                text("expressions of open classes", n -> constraint("regexp", "[[:a".repeat(n / 4))),
                text("expressions of signs", n -> constraint("regexp", "\\\\{".repeat(n / 4))),
                text("expressions of names", n -> constraint("regexp", many(n / 10, i -> "(?P<a" + i + ">a)"))));
    }

    static Stream<Arguments> jobs() {
        return Stream.of(
                text("tasks", n -> group(many(n / 20, i -> task(i, "")))),
                text(
                        "tasks and volumes",
                        n -> group(many(n / 60, i -> "volume \"v" + i + "\" {\n type = \"host\"\n source = \"x\"\n}\n")
                                + many(n / 60, i -> task(i, "volume_mount {\n volume = \"v" + i + "\"\n}\n")))),
                text("tasks and ports", n -> group(many(
                                n / 60, i -> task(i, "service {\n name = \"s" + i + "\"\n port = \"p" + i + "\"\n}\n")))
                        .replace("network {}", "network {\n" + many(n / 20, i -> "port \"p" + i + "\" {}\n") + "}")),
                text(
                        "native services",
                        n -> group(many(
                                n / 80,
                                i -> task(i, "") + "service {\n name = \"s" + i + "\"\n task = \"t" + i
                                        + "\"\n connect {\n native = true\n }\n}\n"))),
                text(
                        "services and tasks",
                        n -> group(many(
                                n / 60, i -> task(i, "") + "service {\n name = \"s" + i + "\"\n port = \"80\"\n}\n"))),
                text(
                        "meta keys",
                        n -> "job \"a\" {\n type = \"batch\"\n parameterized {\n meta_required = ["
                                + many(n / 10, i -> "\"m" + i + "\",") + "]\n meta_optional = ["
                                + many(n / 10, i -> "\"o" + i + "\",") + "]\n }\n}\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"signs", "faults", "names", "jobs"})
    void timeGrowsWithTheText(String name, IntFunction<String> ofLength) {
        String longer = ofLength.apply(CHARACTERS * FACTOR);
        String shorter = ofLength.apply(CHARACTERS);
        double growth = growth(shorter, longer);
        for (int i = 0; i < 2 && growth > MOST_GROWTH; i++) {
            growth = Math.min(growth, growth(shorter, longer));
        }
        assertThat(growth)
                .as("times as long for a text %d times as long", FACTOR)
                .isLessThan(MOST_GROWTH);
    }

    /** 1 if the longer one takes no time to speak of. */
    private static double growth(String shorter, String longer) {
        long most = time(longer);
        if (most < SOON) {
            return 1;
        }
        return (double) most / Math.max(1, Math.min(time(shorter), time(shorter)));
    }

    private static long time(String text) {
        long start = THREADS.getCurrentThreadCpuTime();
        Source source = Source.of("long.nomad.hcl", text);
        ParseResult result = new JobParser(FileAccess.none()).read(source, Variables.none());
        if (result instanceof ParseResult.Parsed parsed) {
            JobCheck.check(parsed.job());
            JobWarnings.of(parsed.job());
        }
        DiagnosticText.render(result.diagnostics());
        DiagnosticJson.of(result.diagnostics());
        HclFormat.format(source, new Diagnostics());
        return THREADS.getCurrentThreadCpuTime() - start;
    }
}
