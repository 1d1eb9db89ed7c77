package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.ParseResult.Refused;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nesting and growth end in a value or a diagnostic. */
@Timeout(20)
final class DepthTest {
    private static ParseResult parse(String text) {
        return new JobParser(FileAccess.none()).parse(Source.of("x.nomad.hcl", text), Variables.none());
    }

    private static ParseResult priority(String expression) {
        return parse("job \"a\" {\n  priority = " + expression + "\n}\n");
    }

    private static String nested(String open, String middle, String close, int times) {
        return open.repeat(times) + middle + close.repeat(times);
    }

    @Test
    void tenThousandParenthesesAreAValue() {
        assertThat(((Parsed) priority(nested("(", "50", ")", 10_000))).job().priority())
                .isEqualTo(50);
    }

    @Test
    void tenThousandTemplatesAreAValue() {
        ParseResult result = priority(nested("\"${", "50", "}\"", 5_000));
        assertThat(((Parsed) result).job().priority()).isEqualTo(50);
    }

    @Test
    void tenThousandBracketsAreAValue() {
        String deep = "length([" + nested("[", "", "]", 10_000) + "])";
        assertThat(((Parsed) priority(deep)).job().priority()).isEqualTo(1);
    }

    @Test
    void longChainsOfOperatorsAreAValue() {
        assertThat(((Parsed) priority("0" + " + 1".repeat(20_000))).job().priority())
                .isEqualTo(20_000);
    }

    @Test
    void deeperThanTheLimitIsADiagnostic() {
        assertThat(priority(nested("(", "50", ")", 100_000))).isInstanceOf(Refused.class);
        assertThat(priority(nested("[", "", "]", 100_000))).isInstanceOf(Refused.class);
        assertThat(priority(nested("{a=", "1", "}", 100_000))).isInstanceOf(Refused.class);
        assertThat(priority(nested("true ? ", "1", " : 1", 100_000))).isInstanceOf(Refused.class);
        assertThat(parse(nested("a {\n", "", "}\n", 100_000))).isInstanceOf(Refused.class);
        assertThat(priority("(".repeat(100_000))).isInstanceOf(Refused.class);
    }

    @Test
    void deepValuesMadeByLocalsEndToo() {
        StringBuilder text = new StringBuilder("locals {\n  a0 = [1]\n");
        for (int i = 1; i < 1_000; i++) {
            text.append("  a").append(i).append(" = [local.a").append(i - 1).append("]\n");
        }
        text.append("}\njob \"a\" {\n  name = jsonencode(local.a999)\n}\n");
        assertThat(((Parsed) parse(text.toString())).job().name()).hasSize(2_001);
    }

    @Test
    void deepDriverConfigIsRefusedBecauseItsReadersRecurse() {
        String task = "job \"a\" {\n  group \"g\" {\n    task \"t\" {\n      config {\n        x = "
                + nested("[", "", "]", 5_000) + "\n      }\n    }\n  }\n}\n";
        assertThat(parse(task).diagnostics().get(0).summary()).isEqualTo("Nesting too deep");
    }

    @Test
    void textThatDoublesWithEachLocalIsRefused() {
        StringBuilder text = new StringBuilder("locals {\n  a0 = \"xxxxxxxxxx\"\n");
        for (int i = 1; i < 60; i++) {
            text.append("  a")
                    .append(i)
                    .append(" = \"${local.a")
                    .append(i - 1)
                    .append("}${local.a")
                    .append(i - 1);
            text.append("}\"\n");
        }
        text.append("}\njob \"a\" {\n  name = local.a59\n}\n");
        assertThat(parse(text.toString()).diagnostics().get(0).summary()).isEqualTo("Result too large");
    }

    @Test
    void nestedLoopsWithoutEndAreRefused() {
        String loops = "[for a in range(1000): [for b in range(1000): [for c in range(1000): 1]]]";
        ParseResult result = priority("length(" + loops + ")");
        assertThat(result.diagnostics().get(0).summary()).isIn("Evaluation takes too long", "Result too large");
    }

    @Test
    void hugeExponentsDoNotFillMemory() {
        assertThat(parse("job \"a\" {\n  name = \"${1e999999999}\"\n}\n")).isInstanceOf(Parsed.class);
        assertThat(parse("job \"a\" {\n  name = \"${1e-999999999}\"\n}\n")).isInstanceOf(Parsed.class);
        assertThat(priority("1e999999999")).isInstanceOf(Refused.class);
    }

    @Test
    void slowRegularExpressionsAreRefused() {
        String text = "job \"a\" {\n  name = regex_replace(\"" + "a".repeat(60) + "b\", \"(a*)*c\", \"\")\n}\n";
        assertThat(parse(text)).isInstanceOf(ParseResult.class);
    }
}
