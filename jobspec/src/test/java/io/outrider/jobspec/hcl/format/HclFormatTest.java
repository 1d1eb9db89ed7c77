package io.outrider.jobspec.hcl.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.corpus.Corpus;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HclFormatTest {

    private static String format(String text) {
        Diagnostics diagnostics = new Diagnostics();
        String formatted = HclFormat.format(Source.of("test.hcl", text), diagnostics)
                .orElseThrow(() -> new AssertionError(diagnostics.list()));
        assertThat(HclFormat.format(Source.of("test.hcl", formatted), diagnostics))
                .as("formatted twice")
                .contains(formatted);
        return formatted;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "a=1  ~ a = 1",
                "a   =   -1  ~ a = -1",
                "a = - b  ~ a = -b",
                "a = b-c  ~ a = b-c",
                "a = 1-2*-3  ~ a = 1 - 2 * -3",
                "a = !( b&&c )||d  ~ a = !(b && c) || d",
                "a = [ 1,2 , 3 ]  ~ a = [1, 2, 3]",
                "a = [ ]  ~ a = []",
                "a = { }  ~ a = {}",
                "a = {b=1,c=2}  ~ a = { b = 1, c = 2 }",
                "a = f( x , y ... )  ~ a = f(x, y...)",
                "a = b [ 0 ] . c  ~ a = b[0].c",
                "a = b . * . c  ~ a = b.*.c",
                "a = b[ * ].c  ~ a = b[*].c",
                "a = x?y:z  ~ a = x ? y : z",
                "a = x ? [1] : [ 2 ]  ~ a = x ? [1] : [2]",
                "a = [for x in[1,2]: x if x>1]  ~ a = [for x in [1, 2] : x if x > 1]",
                "a = {for k,v in m:k=>v...}  ~ a = { for k, v in m : k => v... }",
                "a = [for x in (y): -x]  ~ a = [for x in (y) : -x]",
                "a = \"${ b+c }  d\"  ~ a = \"${ b+c }  d\"",
                "a = 1#c  ~ a = 1 #c",
                "a = /*x*/1  ~ a = /*x*/ 1",
                "a {}  ~ a {}",
                "a \"x\" y{b=1}  ~ a \"x\" y { b = 1 }",
                "a = 5 .x  ~ a = 5 .x",
            })
    void pieceIsSetApartAsItsKindAsks(String before, String after) {
        assertThat(format(before)).isEqualTo(after + "\n");
    }

    @Test
    void neighboursAreAlignedUntilALineThatIsNoWholeAssignment() {
        assertThat(format("""
                job "x" {
                type="batch"
                  priority = 50 # high
                    datacenters   = ["a"] // all
                    # remark
                    meta {
                  a=1
                    bb=2

                    ccc=3
                    }
                env = {
                "a" = 1
                   "long" =    2
                    }
                    text = <<EOF
                  kept   = as it is
                EOF
                    after=1
                }""")).isEqualTo("""
                job "x" {
                  type        = "batch"
                  priority    = 50    # high
                  datacenters = ["a"] // all
                  # remark
                  meta {
                    a  = 1
                    bb = 2

                    ccc = 3
                  }
                  env = {
                    "a"    = 1
                    "long" = 2
                  }
                  text = <<EOF
                  kept   = as it is
                EOF
                  after = 1
                }
                """);
    }

    @Test
    void whatOneLineOpensIsOneLevel() {
        assertThat(format("""
                a = f([{
                b = 1
                }, {
                b = 2
                }])
                c = [
                1, /* two
                   lines */ 2,
                ]
                """)).isEqualTo("""
                a = f([{
                  b = 1
                  }, {
                  b = 2
                }])
                c = [
                  1, /* two
                   lines */ 2,
                ]
                """);
    }

    @Test
    void lineEndsBecomePlainOutsideOfHeredocs() {
        assertThat(format("\uFEFFa = 1 # c  \r\n\r\nb=<<E\r\nx\r\nE\r\n"))
                .isEqualTo("a = 1 # c\n\nb = <<E\r\nx\r\nE\n");
    }

    @Test
    void faultyFileIsToldAndNotTouched() {
        Diagnostics diagnostics = new Diagnostics();
        assertThat(HclFormat.format(Source.of("bad.hcl", "a = [1,\nb {\n"), diagnostics))
                .isEmpty();
        assertThat(diagnostics.hasErrors()).isTrue();
    }

    /** As a file may be written elsewhere. */
    private enum Writing {
        AS_IT_IS(text -> text),
        AS_ON_WINDOWS(text ->
                "\uFEFF" + text.replace("\r\n", "\n").replace("\n", "\r\n").stripTrailing());

        private final UnaryOperator<String> change;

        Writing(UnaryOperator<String> change) {
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyRecordedJobKeepsItsMeaningAndIsFormattedOnce(Writing writing) {
        assertThat(keepsMeaning("jobs", ".parsed.json", writing)).isGreaterThan(300);
    }

    @ParameterizedTest
    @CsvSource({"invalid,.validate.json,140", "bad,.error.txt,150"})
    void soDoesEveryRefusedJobThatHasNoFaultOfSyntax(String part, String answers, int least) {
        assertThat(keepsMeaning(part, answers, Writing.AS_IT_IS)).isGreaterThan(least);
    }

    /** How many files of a part were formatted, and mean the same. */
    private static int keepsMeaning(String part, String answers, Writing writing) {
        Path folder = Corpus.folder().resolve(part);
        JobParser parser = new JobParser(FileAccess.below(folder));
        int formatted = 0;
        for (String name : Corpus.names(folder, answers)) {
            Source recorded = Corpus.source(folder, name);
            Source before = Source.of(recorded.name(), writing.change.apply(recorded.text()));
            Optional<String> text = HclFormat.format(before, new Diagnostics());
            if (!recorded.name().endsWith(".json") && text.isPresent()) {
                Source after = Source.of(before.name(), text.get());
                assertThat(HclFormat.format(after, new Diagnostics())).as(name).isEqualTo(text);
                assertThat(comments(after)).as(name).isEqualTo(comments(before));
                assertThat(meaning(parser, after)).as(name).isEqualTo(meaning(parser, before));
                formatted++;
            }
        }
        return formatted;
    }

    /** The job, or what is said against it. */
    private static Object meaning(JobParser parser, Source source) {
        ParseResult result = parser.parse(source, Variables.none());
        return result instanceof ParseResult.Parsed parsed
                ? parsed.job()
                : result.diagnostics().stream().map(Diagnostic::summary).toList();
    }

    private static List<String> comments(Source source) {
        return Pieces.lines(source).stream()
                .flatMap(List::stream)
                .filter(Piece::isComment)
                .map(Piece::text)
                .toList();
    }
}
