package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.ParseResult.Refused;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Texts that ask for more than there is end soon, with a diagnostic that says why. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class BoundsTest {
    private static final String TOO_LARGE = "Result too large";
    private static final String TOO_LONG = "Evaluation takes too long";

    private static ParseResult read(String text) {
        ParseResult result = new JobParser(FileAccess.none()).read(Source.of("big.nomad.hcl", text), Variables.none());
        assertThat(DiagnosticText.render(result.diagnostics())).hasSizeLessThan(100_000);
        return result;
    }

    private static String summary(String text) {
        ParseResult result = read(text);
        assertThat(result).isInstanceOf(Refused.class);
        return result.diagnostics().get(0).summary();
    }

    /** Each local is made of the one before it. */
    private static String chain(String first, String next, int length, String use) {
        StringBuilder text =
                new StringBuilder("locals {\n  a0 = ").append(first).append('\n');
        for (int i = 1; i < length; i++) {
            text.append("  a").append(i).append(" = ").append(next.replace("@", "local.a" + (i - 1)));
            text.append('\n');
        }
        return text.append("}\njob \"a\" {\n  name = ")
                .append(use.replace("@", "local.a" + (length - 1)))
                .append("\n}\n")
                .toString();
    }

    @Test
    void fiftyMegabytesAreTooLarge() {
        assertThat(summary("# a comment\n".repeat(4_500_000))).isEqualTo("File too large");
        assertThat(summary("{".repeat(50_000_000))).isEqualTo("File too large");
    }

    @Test
    void megabytesOfSignsAreTooManyTokens() {
        assertThat(summary("[".repeat(3_900_000))).isEqualTo("Text too large");
        assertThat(summary("a = [" + "1,".repeat(1_900_000) + "]\n")).isEqualTo("Text too large");
        assertThat(summary("{\"job\": [" + "1,".repeat(1_900_000) + "1]}")).isEqualTo("Text too large");
    }

    @Test
    void megabytesOfTextAreRead() {
        String text = "job \"a\" {\n  meta {\n    x = \"" + "x".repeat(5_900_000) + "\"\n  }\n}\n";
        assertThat(read(text)).isInstanceOf(Parsed.class);
        assertThat(read("job \"a\" {}\n# " + "x".repeat(5_900_000))).isInstanceOf(Parsed.class);
    }

    @Test
    void combinationsOfSetsAreCountedWithWhatEachCosts() {
        assertThat(summary("job \"a\" {\n  name = length(setproduct(" + "[1, 2], ".repeat(19) + "[1, 2]))\n}\n"))
                .isEqualTo(TOO_LARGE);
    }

    @Test
    void valuesThatShareTheirPartsAreCountedInFull() {
        assertThat(summary(chain("[1, 1]", "[@, @]", 60, "length(@)"))).isEqualTo(TOO_LARGE);
        assertThat(summary(chain("{x = 1}", "{x = @, y = @}", 60, "jsonencode(@)")))
                .isEqualTo(TOO_LARGE);
        assertThat(summary(chain("[1, 1]", "[@, @]", 60, "@ == @ ? 1 : 2"))).isEqualTo(TOO_LARGE);
    }

    @Test
    void largeValuesThatAreUsedAgainAndAgainTakeTooLong() {
        String loop = "length([for i in range(1000) : [for j in range(1000) : @ == @]])";
        assertThat(summary(chain("[1, 1]", "[@, @]", 16, loop))).isEqualTo(TOO_LONG);
    }

    @Test
    void listsWithinLoopsAreCounted() {
        String loop = "[for i in range(1000) : [for j in range(1000) : range(1000)]]";
        assertThat(summary("job \"a\" {\n  name = length(" + loop + ")\n}\n")).isIn(TOO_LARGE, TOO_LONG);
    }

    @Test
    void thousandLocalsInReverseOrderAreRead() {
        StringBuilder text = new StringBuilder("locals {\n");
        for (int i = 1_000; i > 0; i--) {
            text.append("  a").append(i).append(" = local.a").append(i - 1).append('\n');
        }
        text.append("  a0 = \"x\"\n}\njob \"a\" {\n  name = local.a1000\n}\n");
        assertThat(((Parsed) read(text.toString())).job().name()).isEqualTo("x");
    }

    @Test
    void aThousandMillionDynamicBlocksAreTooMany() {
        String inner = "dynamic \"task\" {\n for_each = range(1000)\n labels = [\"t${task.value}\"]\n content {\n"
                + " dynamic \"template\" {\n for_each = range(1000)\n content {}\n }\n }\n }\n";
        String text = "job \"a\" {\n dynamic \"group\" {\n for_each = range(1000)\n labels = [\"g${group.value}\"]\n"
                + " content {\n " + inner + " }\n }\n}\n";
        assertThat(summary(text)).isEqualTo(TOO_LARGE);
    }

    @Test
    void manyTasksAreTooManyWords() {
        String text = "job \"a\" {\n  group \"g\" {\n" + "task \"t\" {}\n".repeat(200_000) + "  }\n}\n";
        assertThat(summary(text)).isEqualTo("Text too large");
    }

    @Test
    void yamlThatRefersToItselfManyTimesIsTooLarge() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x]\\n");
        for (int i = 1; i < 20; i++) {
            yaml.append("a").append(i).append(": &a").append(i).append(" [");
            yaml.append(("*a" + (i - 1) + ",").repeat(10)).append("]\\n");
        }
        assertThat(summary("locals {\n  y = yamldecode(\"" + yaml + "\")\n}\njob \"a\" {}\n"))
                .isEqualTo(TOO_LARGE);
    }

    @Test
    void costlyHashesAndPatternsAreCounted() {
        assertThat(summary("job \"a\" {\n  name = bcrypt(\"x\", 31)\n}\n")).isEqualTo(TOO_LONG);
        String slow = "regex_replace(\"" + "a".repeat(5_000) + "\", \"(a|aa)*(a|aa)*(a|aa)*b\", \"\")";
        String text = "job \"a\" {\n  meta {\n" + "".repeat(0);
        StringBuilder all = new StringBuilder(text);
        for (int i = 0; i < 50; i++) {
            all.append("    m").append(i).append(" = ").append(slow).append('\n');
        }
        assertThat(read(all.append("  }\n}\n").toString())).isInstanceOf(Refused.class);
    }

    @Test
    void deepJsonIsRefused() {
        assertThat(read("{\"job\": " + "[".repeat(1_000_000))).isInstanceOf(Refused.class);
        assertThat(read("{\"job\": " + "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000) + "}"))
                .isInstanceOf(Refused.class);
    }

    @Test
    void functionsThatReadTheSameLongTextAgainAndAgainTakeTooLong() {
        String loop = "length([for i in range(1000) : strlen(local.a0)])";
        assertThat(summary(chain('"' + "x".repeat(1_000_000) + '"', "", 1, loop)))
                .isEqualTo(TOO_LONG);
    }

    @Test
    void localsThatAllTakeAllLocalsTakeTooLong() {
        StringBuilder text = new StringBuilder("locals {\n");
        for (int i = 0; i < 10_000; i++) {
            text.append("  a").append(i).append(" = length(keys(local))\n");
        }
        assertThat(summary(text.append("}\njob \"a\" {}\n").toString())).isIn(TOO_LONG, TOO_LARGE);
    }

    @Test
    void numbersOfManyDigitsAreRefused() {
        assertThat(summary("job \"a\" {\n  priority = " + "1".repeat(1_000_000) + "\n}\n"))
                .isEqualTo("Invalid number literal");
    }

    @Test
    void indexesAndLabelsInARowAreNesting() {
        assertThat(summary("job \"a\" {\n  name = a" + "[b]".repeat(40_000) + "\n}\n"))
                .isEqualTo("Nesting too deep");
        String config = "config {\n    m " + "a ".repeat(50_000) + "{}\n  }\n";
        assertThat(summary("job \"a\" {\n  task \"t\" {\n    driver = \"exec\"\n  " + config + "}\n}\n"))
                .isEqualTo("Nesting too deep");
    }

    @Test
    void aThousandFaultsInOneLongLineAreToldSoon() {
        String text = "job \"a\" {\n  datacenters = [" + "nope(), ".repeat(30_000) + "]\n}\n";
        assertThat(read(text).diagnostics()).hasSize(200);
    }
}
