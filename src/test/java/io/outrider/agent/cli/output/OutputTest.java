package io.outrider.agent.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.RunOutput.LogLine;
import io.outrider.agent.cli.output.RunSummary.TaskEnd;
import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class OutputTest {

    private static final TaskRef TASK = new TaskRef("alloc-1", "g", 0, "greet", "greet", 0);
    private static final TaskRef LONG = new TaskRef("alloc-1", "g", 0, "sidecar", "sidecar", 1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void plainLinesCarryTheTaskAndWhatTheyAre() {
        play(plain(Map.of(), false));
        assertThat(shown()).isEqualTo("""
                greet   * Terminated: Exit Code: 3
                greet   | hällo
                sidecar ! oops
                greet   * stdout missing: bytes 0 to 9
                * a note

                task     state     exit       restarts  duration
                greet    failed    3                 2     1.5 s
                  it broke
                sidecar  stopped   signal 15         0     2m 5s
                j failed after 126 ms, exit code 3
                not everything was shown: see "missing" above, in one place
                """);
    }

    @Test
    void everyFaultOfAMessageGetsALine() {
        String faults = "3 errors occurred:\n\t* failed to parse config: \n\t* Invalid label: a.\n\t* Missing: b.\n\n";
        plain(Map.of(), false)
                .event(entry(new TaskEvent("Failed Validation", 0, "", faults, Map.of())), Optional.of(TASK));
        assertThat(shown()).isEqualTo("""
                greet   * Failed Validation: 3 errors occurred:
                greet   *     failed to parse config:
                greet   *     Invalid label: a.
                greet   *     Missing: b.
                """);
    }

    @Test
    void coloursAreOnlyForTerminalsThatWantThem() {
        play(plain(Map.of("TERM", "xterm"), true));
        assertThat(shown()).contains("\033[36mgreet   |\033[0m hällo").contains("\033[31m");
        bytes.reset();
        play(plain(Map.of("TERM", "xterm", "NO_COLOR", "1"), true));
        assertThat(shown()).doesNotContain("\033");
        bytes.reset();
        play(plain(Map.of("TERM", "dumb"), true));
        assertThat(shown()).doesNotContain("\033");
        bytes.reset();
        play(plain(Map.of("TERM", "xterm"), false));
        assertThat(shown()).doesNotContain("\033");
    }

    @Test
    void controlCharactersAreShownOnATerminalAndGoThroughAPipe() {
        byte[] raw = {27, '[', '3', '1', 'm', 'r', 27, '[', '0', 'm', 13, 7, (byte) 0xff, 13};
        LogLine line = new LogLine("stdout", 0, raw, true);
        plain(Map.of("NO_COLOR", "1"), true).line(TASK, line);
        assertThat(shown()).isEqualTo("greet   | \033[31mr\033[0m\\r^G\uFFFD\033[0m\n");
        bytes.reset();
        plain(Map.of(), false).line(TASK, line);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes("greet   | ".getBytes(StandardCharsets.US_ASCII));
        expected.writeBytes(raw);
        expected.write('\n');
        assertThat(bytes.toByteArray()).isEqualTo(expected.toByteArray());
    }

    @Test
    void piecesOfALineAreJoinedUnlessAnotherLineComesBetween() {
        RunOutput output = plain(Map.of(), false);
        output.line(TASK, piece("stdout", "one", false));
        output.line(TASK, piece("stdout", " line", true));
        output.line(TASK, piece("stdout", "half", false));
        output.line(LONG, piece("stdout", "another's", false));
        output.line(TASK, piece("stdout", "more", false));
        output.line(TASK, piece("stderr", "oops", false));
        output.note("a note");
        output.line(TASK, piece("stdout", "", true));
        assertThat(shown()).isEqualTo("""
                greet   | one line
                greet   | half
                sidecar | another's
                greet   | more
                greet   ! oops
                * a note
                """);
    }

    private static LogLine piece(String stream, String text, boolean complete) {
        return new LogLine(stream, 0, text.getBytes(StandardCharsets.US_ASCII), complete);
    }

    @Test
    void everyJsonLineIsOneObjectOfAKnownKind() {
        play(new JsonOutput(Terminal.of(out, out, false, Map.of())));
        List<JsonNode> lines = shown().lines().map(Json.mapper()::readTree).toList();
        assertThat(lines)
                .extracting(line -> line.get("kind").asString())
                .containsExactly("event", "log", "log", "gap", "note", "summary");
        assertThat(lines.get(0).get("cursor").asString()).isEqualTo("1:7");
        assertThat(lines.get(0).get("event").get("Made").asString()).isEqualTo("elsewhere");
        assertThat(lines.get(1).get("text").asString()).isEqualTo("hällo");
        assertThat(lines.get(1).get("offset").asLong()).isEqualTo(10);
        assertThat(lines.get(1).get("task").asString()).isEqualTo("greet");
        assertThat(lines.get(5).get("gaps").asInt()).isEqualTo(1);
        JsonNode end = lines.get(5).get("tasks").get(1);
        assertThat(end.has("exit_code")).as("unknown is absent").isFalse();
        assertThat(end.get("signal").asInt()).isEqualTo(15);
    }

    @Test
    void bytesThatAreNoTextComeAsBase64() {
        RunOutput output = new JsonOutput(Terminal.of(out, out, false, Map.of()));
        output.line(TASK, new LogLine("stdout", 0, new byte[] {(byte) 0xff, 'a'}, false));
        JsonNode line = Json.mapper().readTree(shown());
        assertThat(line.get("base64").asString()).isEqualTo("/2E=");
        assertThat(line.has("text")).isFalse();
        assertThat(line.get("partial").asBoolean()).isTrue();
    }

    private RunOutput plain(Map<String, String> env, boolean interactive) {
        return new PlainOutput(Terminal.of(out, out, interactive, env), List.of("greet", "sidecar"));
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Entry<Event> entry(TaskEvent event) {
        Event whole = new Event(
                Event.Topic.TASK,
                event.type(),
                Instant.EPOCH,
                new Subject("default", "j", "g", "alloc-1", "greet", null),
                OptionalLong.empty(),
                new EventPayload.OfTask(event, "dead", true, 2));
        byte[] encoded = "{\"Made\":\"elsewhere\"}".getBytes(StandardCharsets.UTF_8);
        return new Entry<>(new Cursor(1, 7), whole, encoded);
    }

    private static void play(RunOutput output) {
        output.event(
                entry(new TaskEvent("Terminated", 0, "", "Exit Code: 3", Map.of("exit_code", "3"))), Optional.of(TASK));
        output.line(TASK, new LogLine("stdout", 10, "hällo".getBytes(StandardCharsets.UTF_8), true));
        output.line(LONG, new LogLine("stderr", 0, "oops".getBytes(StandardCharsets.UTF_8), true));
        output.gap(Optional.of(TASK), "stdout", "bytes 0 to 9");
        output.note("a note");
        output.summary(new RunSummary(
                "j",
                "failed",
                3,
                Duration.ofMillis(126),
                List.of(
                        new TaskEnd(
                                TASK,
                                "failed",
                                OptionalInt.of(3),
                                OptionalInt.of(0),
                                2,
                                Optional.of(Duration.ofMillis(1500)),
                                Optional.of("it broke")),
                        new TaskEnd(
                                LONG,
                                "stopped",
                                OptionalInt.empty(),
                                OptionalInt.of(15),
                                0,
                                Optional.of(Duration.ofSeconds(125)),
                                Optional.empty()))));
        output.flush();
    }
}
