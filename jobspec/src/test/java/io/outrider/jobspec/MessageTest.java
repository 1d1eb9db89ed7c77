package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.ParseResult.Refused;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.DiagnosticJson;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Wrong job files are answered with place, line, caret and hint. */
final class MessageTest {
    private static List<Diagnostic> refused(String text) {
        return refused(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Diagnostic> refused(byte[] text) {
        ParseResult result = new JobParser(FileAccess.none()).parse(Source.of("x.nomad.hcl", text), Variables.none());
        assertThat(result).isInstanceOf(Refused.class);
        return result.diagnostics();
    }

    @Test
    void misspeltArgumentShowsLineCaretAndNearestName() {
        String text = "job \"a\" {\n  prioritty = 5\n}\n";
        assertThat(DiagnosticText.render(refused(text))).isEqualTo("""
                        Error: Unsupported argument
                          at x.nomad.hcl:2,3-12
                           2 |   prioritty = 5
                             |   ^^^^^^^^^
                          An argument named "prioritty" is not expected here.
                          Hint: Did you mean "priority"?""");
    }

    @Test
    void misspeltBlockNamesTheNearestOne() {
        Diagnostic only = refused("job \"a\" {\n  gruop \"g\" {}\n}\n").get(0);
        assertThat(only.summary()).isEqualTo("Unsupported block type");
        assertThat(only.range()).hasToString("x.nomad.hcl:2,3-8");
        assertThat(only.hint()).contains("\"group\"");
    }

    @Test
    void severalFaultsAreReportedTogetherInOrder() {
        String text =
                "job \"a\" {\n  priority = \"high\"\n  type = [1]\n  group \"g\" {\n    count = nope(1)\n  }\n}\n";
        assertThat(refused(text))
                .extracting(d -> d.range() == null ? 0 : d.range().startLine())
                .containsExactly(2, 3, 5);
    }

    @Test
    void severalSyntaxFaultsAreReportedTogether() {
        String text = "job \"a\" {\n  priority = = 3\n  name = \"x\"\n  type =\n}\n";
        assertThat(refused(text))
                .extracting(d -> d.range() == null ? 0 : d.range().startLine())
                .containsExactly(2, 4);
    }

    @Test
    void columnsCountWhatPeopleSee() {
        // A letter with two marks, a flag and a wide sign are one column each.
        String text = "job \"e\u0301\u0302\uD83C\uDDE9\uD83C\uDDEA\u65E5\" @\n";
        Diagnostic only = refused(text).get(0);
        assertThat(only.range()).hasToString("x.nomad.hcl:1,11-12");
        assertThat(DiagnosticText.render(only)).contains("     |           ^");
    }

    @Test
    void brokenUtf8IsRefusedInItsPlaceButAllowedInComments() {
        byte[] inString = "job \"a\" {\n  name = \"x?\"\n}\n".getBytes(StandardCharsets.UTF_8);
        inString[21] = (byte) 0xFF;
        Diagnostic only = refused(inString).get(0);
        assertThat(only.summary()).isEqualTo("Invalid character encoding");
        assertThat(only.range()).hasToString("x.nomad.hcl:2,12-13");
        byte[] inComment = "# ?\njob \"a\" {}\n".getBytes(StandardCharsets.UTF_8);
        inComment[2] = (byte) 0xFF;
        assertThat(new JobParser(FileAccess.none()).parse(Source.of("x", inComment), Variables.none()))
                .isInstanceOf(Parsed.class);
    }

    @Test
    void unsetVariableSaysHowToSetIt() {
        Diagnostic only = refused("variable \"port\" {\n  type = number\n}\njob \"a\" {}\n")
                .get(0);
        assertThat(only.summary()).contains("port");
        assertThat(only.hint()).contains("-var port=").contains("NOMAD_VAR_port");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        String text = "job \"a\" {\n  nme = \"\u001B[31mred\"\n}\n";
        assertThat(DiagnosticText.render(refused(text))).doesNotContain("\u001B");
    }

    @Test
    void jsonJobsNameTheLineOfTheFault() {
        ParseResult result =
                new JobParser(FileAccess.none()).parseJson(Source.of("x.json", "{\n  \"Job\": {\n    \"ID\": ]\n"));
        assertThat(result).isInstanceOf(Refused.class);
        assertThat(result.diagnostics().get(0).range().startLine()).isEqualTo(3);
    }

    @Test
    void jsonJobsAreReadBareAndWrapped() {
        for (String text : List.of("{\"ID\": \"a\"}", "{\"Job\": {\"ID\": \"a\"}}")) {
            ParseResult result = new JobParser(FileAccess.none()).parseJson(Source.of("x.json", text));
            assertThat(result).isInstanceOf(Parsed.class);
            assertThat(((Parsed) result).job().id()).isEqualTo("a");
        }
    }

    @Test
    void placesInTextOfJsonCountFromTheFile() {
        String plain = "{\"job\": {\"j\": {\n  \"name\": \"${nope(1)}\"}}}";
        String escaped = "{\"job\": {\"j\": {\n  \"name\": \"\\u00e4\\n\\\"${nope(1)}\"}}}";
        for (String text : List.of(plain, escaped)) {
            Diagnostic only = refused(text).get(0);
            int at = text.indexOf("nope");
            int column = at - text.indexOf('\n');
            assertThat(only.range()).hasToString("x.nomad.hcl:2," + column + "-" + (column + 4));
            assertThat(only.range().startByte()).isEqualTo(at);
            assertThat(only.range().endByte()).isEqualTo(at + 4);
            String line = text.lines().toList().get(1);
            assertThat(DiagnosticText.render(only))
                    .contains("   2 | " + line + "\n     | " + " ".repeat(column - 1) + "^^^^\n");
        }
    }

    @Test
    void jsonJobsHoldCountsOfAllSixtyFourBits() {
        String devices = "[{\"Name\": \"gpu\", \"Count\": 18446744073709551615}]";
        String text = "{\"ID\": \"a\", \"TaskGroups\": [{\"Name\": \"g\", \"Tasks\": [{\"Name\": \"t\","
                + " \"Resources\": {\"Devices\": " + devices + "}}]}]}";
        ParseResult result = new JobParser(FileAccess.none()).parseJson(Source.of("x.json", text));
        assertThat(result).isInstanceOf(Parsed.class);
        assertThat(Json.jobFile().writeValueAsString(((Parsed) result).job()))
                .contains("\"Count\":18446744073709551615,");
    }

    @Test
    void bothKindsOfJsonAreToldApart() {
        for (String text : List.of("{\"ID\": \"a\"}", " \n{\"Job\": {\"ID\": \"a\"}}", "{\"job\": {\"a\": {}}}")) {
            ParseResult result = new JobParser(FileAccess.none()).read(Source.of("x.json", text), Variables.none());
            assertThat(result).as(text).isInstanceOf(Parsed.class);
            assertThat(((Parsed) result).job().id()).isEqualTo("a");
        }
    }

    @Test
    void localsInACircleNameEachOther() {
        List<Diagnostic> all = refused("locals {\n  a = local.b\n  b = local.a\n}\njob \"a\" {}\n");
        assertThat(all).hasSize(2);
        assertThat(all.get(0).hint()).contains("local.b could not be worked out either");
    }

    @Test
    void misplacedBlocksAreToldWhereTheyBelong() {
        String text = "job \"a\" {\n  driver = \"x\"\n  group \"g\" {\n    resources {}\n  }\n}\n";
        assertThat(refused(text))
                .extracting(Diagnostic::hint)
                .containsExactly("It belongs into a block of type task.", "It belongs into a block of type task.");
    }

    private static List<Diagnostic> warned(String text) {
        ParseResult result = new JobParser(FileAccess.none()).parse(Source.of("x.nomad.hcl", text), Variables.none());
        assertThat(result).isInstanceOf(Parsed.class);
        return result.diagnostics();
    }

    @Test
    void unusedVariablesAreWarnedOf() {
        Diagnostic only =
                warned("variable \"n\" {\n  default = 1\n}\njob \"a\" {}\n").get(0);
        assertThat(only.isError()).isFalse();
        assertThat(only).hasToString("x.nomad.hcl:1,1-13: Unused variable; Nothing in this file refers to var.n.");
        assertThat(warned("variable \"n\" {\n  default = 1\n}\njob \"a\" {\n  priority = var.n\n}\n"))
                .isEmpty();
    }

    @Test
    void variablesAreNotToldToBeUnusedBesideOneThatIsNotDeclared() {
        String declared = "variable \"name\" {\n  default = \"x\"\n}\nvariables {\n  size = 1\n}\n";
        String used = "job \"a\" {\n  priority = var.size\n  region = var.nme\n}\n";
        ParseResult result =
                new JobParser(FileAccess.none()).read(Source.of("x.nomad.hcl", declared + used), Variables.none());
        assertThat(result.diagnostics()).hasSize(1);
        assertThat(result.diagnostics().get(0).isError()).isTrue();
        assertThat(warned(declared + used.replace("nme", "size"))).hasSize(1);
    }

    @Test
    void wrongTypesInApiJsonAreToldWithFieldAndPlace() {
        assertThat(wrong("{\"Job\": {\"ID\": \"a\",\n  \"TaskGroups\": {}}}"))
                .isEqualTo("x.json:2,17-18: Invalid job JSON; Job.TaskGroups must be a list.");
        assertThat(wrong("{\"TaskGroups\": [{\"Tasks\": [{\"Name\": \"t\",\n  \"KillTimeout\": \"5s\"}]}]}"))
                .isEqualTo("x.json:2,18-19: Invalid job JSON; TaskGroups[0].Tasks[0].KillTimeout must be a whole number"
                        + " (durations are in nanoseconds).");
        assertThat(wrong("{\"ID\": \"a\", \"AllAtOnce\": \"yes\"}")).endsWith("AllAtOnce must be true or false.");
        assertThat(wrong("{\"ID\": []}")).endsWith("ID must be text.");
        assertThat(wrong("{\"ID\": \"a\", \"Update\": \"x\"}")).endsWith("Update must be an object.");
        assertThat(wrong("{\"ID\": \"a\", \"Meta\": []}")).endsWith("Meta must be an object.");
    }

    private static String wrong(String json) {
        return new JobParser(FileAccess.none())
                .parseJson(Source.of("x.json", json))
                .diagnostics()
                .get(0)
                .toString();
    }

    @Test
    void bareWordsAndUnknownRootsAreWarnedOf() {
        List<Diagnostic> all = warned("job \"a\" {\n  type = batch\n  meta {\n    x = \"${nod.class} ${node.class}\"\n"
                + "    y = \"${NOMAD_X}\"\n  }\n}\n");
        assertThat(all)
                .extracting(d -> d.range() + " " + d.hint())
                .containsExactly(
                        "x.nomad.hcl:2,10-15 Text stands in quotes: \"batch\".",
                        "x.nomad.hcl:4,12-21 Did you mean \"node\"?");
    }

    @Test
    void deprecatedArgumentsAreWarnedOf() {
        Diagnostic only = warned("job \"a\" {\n  type = \"batch\"\n  periodic {\n    cron = \"@daily\"\n  }\n}\n")
                .get(0);
        assertThat(only.isError()).isFalse();
        assertThat(only.range()).hasToString("x.nomad.hcl:4,5-9");
    }

    @Test
    void diagnosticsAreDataToo() {
        List<Diagnostic> found = refused("job \"a\" {\n  prioritty = 5\n}\n");
        assertThat(DiagnosticJson.of(found))
                .containsExactly(Map.of(
                        "severity",
                        "error",
                        "summary",
                        "Unsupported argument",
                        "detail",
                        "An argument named \"prioritty\" is not expected here.",
                        "range",
                        Map.of(
                                "filename",
                                "x.nomad.hcl",
                                "start",
                                Map.of("line", 2, "column", 3, "byte", 12),
                                "end",
                                Map.of("line", 2, "column", 12, "byte", 21)),
                        "hint",
                        "Did you mean \"priority\"?"));
    }
}
