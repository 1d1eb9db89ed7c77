package io.outrider.agent.cli.output;

import io.outrider.agent.cli.output.RunSummary.TaskEnd;
import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.streams.Entry;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One JSON object a line; {@code kind} says which. README.md, "Output for programs", is the schema. Numbers that are
 * not known are absent. Nothing is left out: what was missed is a {@code gap}.
 */
public final class JsonOutput implements RunOutput {

    private final PrintStream out;
    private int gaps;

    public JsonOutput(Terminal terminal) {
        this.out = terminal.out();
    }

    @Override
    public void event(Entry<Event> entry, Optional<TaskRef> task) {
        byte[] head = ("{\"kind\":\"event\",\"cursor\":\"" + entry.cursor() + "\",\"event\":")
                .getBytes(StandardCharsets.US_ASCII);
        out.write(head, 0, head.length);
        out.write(entry.encoded(), 0, entry.encoded().length);
        out.write('}');
        out.write('\n');
    }

    @Override
    public void line(TaskRef task, LogLine line) {
        Map<String, Object> fields = start("log", Optional.of(task));
        fields.put("stream", line.stream());
        fields.put("offset", line.offset());
        putText(fields, line.bytes());
        if (!line.complete()) {
            fields.put("partial", true);
        }
        print(fields);
    }

    /** Text when the bytes are UTF-8, base64 when they are not: nothing is lost. */
    private static void putText(Map<String, Object> fields, byte[] bytes) {
        try {
            fields.put(
                    "text",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            fields.put("base64", Base64.getEncoder().encodeToString(bytes));
        }
    }

    @Override
    public void gap(Optional<TaskRef> task, String what, String detail) {
        gaps++;
        Map<String, Object> fields = start("gap", task);
        fields.put("what", what);
        fields.put("detail", detail);
        print(fields);
    }

    @Override
    public void note(String text) {
        Map<String, Object> fields = start("note", Optional.empty());
        fields.put("text", text);
        print(fields);
    }

    @Override
    public void flush() {
        out.flush();
    }

    /** The summary of a file that is no job, or none that can be run here. */
    public void refused(int exitCode) {
        Map<String, Object> fields = start("summary", Optional.empty());
        fields.put("status", "refused");
        fields.put("exit_code", exitCode);
        fields.put("tasks", List.of());
        print(fields);
    }

    @Override
    public void summary(RunSummary summary) {
        Map<String, Object> fields = start("summary", Optional.empty());
        fields.put("job", summary.job());
        fields.put("status", summary.status());
        fields.put("exit_code", summary.exitCode());
        fields.put("duration_s", seconds(summary.duration()));
        fields.put("gaps", gaps);
        fields.put("tasks", summary.tasks().stream().map(JsonOutput::task).toList());
        print(fields);
    }

    private static Map<String, Object> task(TaskEnd end) {
        Map<String, Object> fields = new LinkedHashMap<>();
        putTask(fields, end.task());
        fields.put("state", end.state());
        putKnown(fields, "exit_code", end.exitCode());
        putKnown(fields, "signal", end.signal());
        fields.put("restarts", end.restarts());
        end.duration().ifPresent(duration -> fields.put("duration_s", seconds(duration)));
        end.reason().ifPresent(reason -> fields.put("reason", Printable.cause(reason)));
        return fields;
    }

    private static void putKnown(Map<String, Object> fields, String name, OptionalInt value) {
        value.ifPresent(known -> fields.put(name, known));
    }

    private static Map<String, Object> start(String kind, Optional<TaskRef> task) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", kind);
        task.ifPresent(ref -> putTask(fields, ref));
        return fields;
    }

    private static void putTask(Map<String, Object> fields, TaskRef task) {
        fields.put("alloc", task.allocId());
        fields.put("group", task.group());
        fields.put("index", task.index());
        fields.put("task", task.task());
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private void print(Map<String, Object> fields) {
        byte[] json = Json.bytes(fields);
        out.write(json, 0, json.length);
        out.write('\n');
    }
}
