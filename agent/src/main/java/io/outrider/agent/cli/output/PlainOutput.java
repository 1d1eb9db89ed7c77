package io.outrider.agent.cli.output;

import io.outrider.agent.cli.output.RunSummary.TaskEnd;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.streams.Entry;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lines for people: {@code label | output} (stdout), {@code label ! output} (stderr), {@code label * event}. On a
 * terminal control characters of a task, colours aside, are made visible, so that it cannot redraw another task's
 * lines; elsewhere its bytes go through as they are.
 */
public final class PlainOutput implements RunOutput {

    private static final Set<String> FAULTS = Set.of(
            "Driver Failure",
            "Setup Failure",
            "Not Restarting",
            "Failed Validation",
            "Failed Artifact Download",
            "Failed Restoring Task",
            "Sibling Task Failed",
            "Task hook failed");

    private final PrintStream out;
    private final Paint paint;
    private final boolean interactive;
    private final int width;
    private int gaps;
    /** Whose line stands unfinished at the end of what was shown. */
    private @Nullable Unfinished unfinished;

    /** Unfinished lines that were ended for the sake of others. */
    private final Set<Unfinished> cut = new HashSet<>();

    private record Unfinished(TaskRef task, String stream) {}

    /** @param labels of all tasks, for the width of the prefix */
    public PlainOutput(Terminal terminal, List<String> labels) {
        this.out = terminal.out();
        this.paint = terminal.paint();
        this.interactive = terminal.interactive();
        this.width = labels.stream().mapToInt(String::length).max().orElse(0);
    }

    @Override
    public void event(Entry<Event> entry, Optional<TaskRef> task) {
        Event event = entry.value();
        if (event.payload() instanceof EventPayload.OfTask facts) {
            task.ifPresent(ref -> print(ref, event.type(), facts));
        } else if (event.payload() instanceof EventPayload.Note note) {
            printAlone(paint.faint("* " + note.message()));
        }
    }

    /** A message of several lines is one of several faults: each gets a line of its own. */
    private void print(TaskRef task, String type, EventPayload.OfTask facts) {
        boolean fault = FAULTS.contains(type) || "Terminated".equals(type) && !endedWell(facts);
        List<String> lines = Printable.lines(facts.event().displayMessage());
        for (int at = 0; at < lines.size(); at++) {
            String text = (at == 0 ? type + ": " : "    ") + lines.get(at);
            print(task, "*", fault ? paint.fault(text) : paint.faint(text));
        }
    }

    private static boolean endedWell(EventPayload.OfTask facts) {
        return "0".equals(facts.event().details().get("exit_code"));
    }

    /** A piece that follows its like goes on with the line; another one's line ends it. */
    @Override
    public void line(TaskRef task, LogLine line) {
        Unfinished own = new Unfinished(task, line.stream());
        if (cut.remove(own) && line.complete() && line.bytes().length == 0) {
            return;
        }
        if (!own.equals(unfinished)) {
            begin(task, "stderr".equals(line.stream()) ? "!" : "|");
        }
        if (interactive) {
            out.print(Printable.ofLine(new String(line.bytes(), StandardCharsets.UTF_8)));
        } else {
            out.write(line.bytes(), 0, line.bytes().length);
        }
        unfinished = own;
        if (line.complete()) {
            endLine();
        }
    }

    @Override
    public void gap(Optional<TaskRef> task, String what, String detail) {
        gaps++;
        String text = what + " missing: " + detail;
        task.ifPresentOrElse(ref -> print(ref, "*", paint.fault(text)), () -> printAlone(paint.fault("* " + text)));
    }

    @Override
    public void note(String text) {
        printAlone(paint.faint("* " + text));
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void summary(RunSummary summary) {
        cutLine();
        int label = Math.max(4, width);
        String form = "%-" + label + "s  %-9s %-10s %8s %9s";
        out.println();
        if (!summary.tasks().isEmpty()) {
            out.println(paint.bold(String.format(Locale.ROOT, form, "task", "state", "exit", "restarts", "duration")));
        }
        for (TaskEnd end : summary.tasks()) {
            String row = String.format(
                    Locale.ROOT,
                    form,
                    end.task().label(),
                    end.state(),
                    exit(end),
                    end.restarts(),
                    end.duration().map(PlainOutput::text).orElse("-"));
            out.println("failed".equals(end.state()) ? paint.fault(row) : row);
            end.reason().map(Printable::lines).orElse(List.of()).forEach(why -> out.println(paint.fault("  " + why)));
        }
        String last = summary.job() + " " + summary.status() + " after " + text(summary.duration()) + ", exit code "
                + summary.exitCode();
        out.println(summary.exitCode() == 0 ? paint.good(last) : paint.fault(last));
        if (gaps > 0) {
            String places = gaps == 1 ? "in one place" : "in " + gaps + " places";
            out.println(paint.fault("not everything was shown: see \"missing\" above, " + places));
        }
    }

    private static String exit(TaskEnd end) {
        if (end.signal().orElse(0) > 0) {
            return "signal " + end.signal().getAsInt();
        }
        if (end.exitCode().isPresent()) {
            return Integer.toString(end.exitCode().getAsInt());
        }
        return end.duration().isPresent() ? "unknown" : "-";
    }

    private void print(TaskRef task, String mark, String text) {
        begin(task, mark);
        out.println(text);
    }

    private void printAlone(String text) {
        cutLine();
        out.println(text);
    }

    private void cutLine() {
        if (unfinished != null) {
            cut.add(unfinished);
            endLine();
        }
    }

    private void endLine() {
        unfinished = null;
        out.println();
    }

    private void begin(TaskRef task, String mark) {
        cutLine();
        String label = String.format(Locale.ROOT, "%-" + Math.max(1, width) + "s", task.label());
        out.print(paint.prefix(label + " " + mark, task.number()) + " ");
    }

    private static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        long minutes = duration.toMinutes();
        return minutes < 60
                ? minutes + "m " + duration.toSecondsPart() + "s"
                : duration.toHours() + "h " + duration.toMinutesPart() + "m";
    }
}
