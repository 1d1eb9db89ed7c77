package io.outrider.runners.alloc;

import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One recorded scenario, played against the runners: steps, and snapshots in the recorded form. */
final class Scenario {

    private final JsonNode steps;
    private final JsonNode job;
    private final JsonNode expected;
    private final TestNode node;
    private final TestFeed feed;
    private final List<String> allocs = new ArrayList<>();
    private final Map<String, String> wrong = new LinkedHashMap<>();

    Scenario(Path dir, TestNode node, TestFeed feed) {
        this.steps = read(dir.resolve("steps.json")).path("steps");
        JsonNode file = read(dir.resolve("job.json"));
        this.job = file.has("Job") ? file.path("Job") : file;
        this.expected = read(dir.resolve("expected.json"));
        this.node = node;
        this.feed = feed;
    }

    static JsonNode read(Path file) {
        try {
            return Json.mapper().readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void play() {
        for (JsonNode step : steps) {
            play(step);
        }
    }

    /** Differences of the snapshots taken on the way, and of the last one, now. */
    Map<String, String> differences() {
        compare("final");
        return wrong;
    }

    private void play(JsonNode step) {
        switch (step.path("do").asString()) {
            case "register" -> register();
            case "wait_alloc" -> TestNode.await(() -> step + "\n" + show(alloc(step)), () -> holds(step, alloc(step)));
            case "wait_task" -> TestNode.await(() -> step + "\n" + show(alloc(step)), () -> holds(step, task(step)));
            case "sleep" -> LockSupport.parkNanos(step.path("ms").asLong() * 1_000_000);
            case "snapshot" -> snapshot(step.path("as").asString());
            case "stop_job" ->
                allocs.forEach(
                        id -> feed.stop(id, step.path("no_shutdown_delay").asBoolean(false)));
            case "restart" -> restart(step);
            case "signal" ->
                attempt(() -> node.runners()
                        .signal(
                                allocs.get(0),
                                step.path("task").asString(""),
                                step.path("signal").asString(""))
                        .block(TestNode.LIMIT));
            case "logs", "evals", "job_status" -> {
                // Answers of HTTP: seen elsewhere.
            }
            default -> throw new AssertionError("step " + step + " is not played here");
        }
    }

    private void register() {
        int count = job.path("TaskGroups").path(0).path("Count").asInt(1);
        for (int i = 0; i < count; i++) {
            Alloc alloc = Allocs.of(job, i);
            allocs.add(alloc.id());
            feed.place(alloc);
        }
        allocs.forEach(id ->
                TestNode.await("alloc taken up", () -> node.runners().alloc(id).isPresent()));
    }

    private void restart(JsonNode step) {
        String task = step.path("task").asString("");
        if (step.path("all").asBoolean(false) && !task.isEmpty()) {
            // Refused where the request comes in.
            return;
        }
        attempt(() -> (task.isEmpty()
                        ? node.runners().restart(allocs.get(0), step.path("all").asBoolean(false))
                        : node.runners().restartTask(allocs.get(0), task))
                .block(TestNode.LIMIT));
    }

    private static void attempt(Runnable request) {
        try {
            request.run();
        } catch (RuntimeException refused) {
            // What is refused is seen by what it leaves undone.
            Objects.requireNonNull(refused);
        }
    }

    private Alloc alloc(JsonNode step) {
        return node.alloc(allocs.get(step.path("alloc").asInt(0)));
    }

    private Optional<TaskState> task(JsonNode step) {
        return Optional.ofNullable(alloc(step).taskStates())
                .map(states -> states.get(step.path("task").asString()));
    }

    private static boolean holds(JsonNode step, Alloc alloc) {
        JsonNode wanted = step.path("status");
        List<String> any = new ArrayList<>();
        if (wanted.isArray()) {
            wanted.forEach(status -> any.add(status.asString()));
        } else if (wanted.isString()) {
            any.add(wanted.asString());
        }
        return any.isEmpty() || any.contains(alloc.clientStatus());
    }

    private static boolean holds(JsonNode step, Optional<TaskState> task) {
        if (task.isEmpty()) {
            return false;
        }
        TaskState state = task.get();
        boolean inState =
                !step.has("state") || state.state().equals(step.path("state").asString());
        boolean restarted = state.restarts() >= step.path("restarts").asLong(0);
        long seen = state.events().stream()
                .filter(event -> event.type().equals(step.path("event").asString("")))
                .count();
        return inState
                && restarted
                && (!step.has("event") || seen >= step.path("count").asLong(1));
    }

    private void snapshot(String name) {
        // A status is there a moment after the task state that makes it: give it that moment.
        for (int i = 0; i < 100 && diff(name).isPresent(); i++) {
            LockSupport.parkNanos(5_000_000);
        }
        compare(name);
    }

    private void compare(String name) {
        diff(name).ifPresent(difference -> wrong.put(name, difference));
    }

    private Optional<String> diff(String name) {
        for (JsonNode snapshot : expected.path("snapshots")) {
            if (snapshot.path("as").asString().equals(name)) {
                return diffAllocs(snapshot.path("allocs"));
            }
        }
        return Optional.empty();
    }

    private Optional<String> diffAllocs(JsonNode recorded) {
        for (int i = 0; i < recorded.size(); i++) {
            Alloc alloc = node.alloc(allocs.get(i));
            String seen = show(alloc);
            String wanted = show(recorded.get(i));
            if (!Placeholders.match(wanted, seen)) {
                return Optional.of("\nexpected:\n" + wanted + "\nseen:\n" + seen);
            }
        }
        return Optional.empty();
    }

    private static String show(Alloc alloc) {
        StringBuilder text = new StringBuilder(alloc.clientStatus() + " | " + alloc.clientDescription() + "\n");
        Map<String, TaskState> states = Objects.requireNonNullElse(alloc.taskStates(), Map.of());
        new TreeMap<>(states).forEach((task, state) -> {
            text.append(task)
                    .append(": ")
                    .append(state.state())
                    .append(" failed=")
                    .append(state.failed());
            text.append(" restarts=").append(state.restarts());
            text.append(" ").append(time(state.lastRestart())).append(" ").append(time(state.startedAt()));
            text.append(" ").append(time(state.finishedAt())).append('\n');
            state.events().forEach(event -> text.append(show(event)));
        });
        return text.toString();
    }

    private static String show(TaskEvent event) {
        return "  " + event.type() + " | " + event.displayMessage() + " | " + new TreeMap<>(event.details()) + "\n";
    }

    private static String show(JsonNode alloc) {
        StringBuilder text = new StringBuilder();
        text.append(alloc.path("ClientStatus").asString()).append(" | ");
        text.append(alloc.path("ClientDescription").asString()).append('\n');
        Map<String, JsonNode> states = new TreeMap<>();
        alloc.path("TaskStates").properties().forEach(state -> states.put(state.getKey(), state.getValue()));
        states.forEach((task, state) -> {
            text.append(task).append(": ").append(state.path("State").asString());
            text.append(" failed=").append(state.path("Failed").asBoolean());
            text.append(" restarts=").append(state.path("Restarts").asLong());
            for (String key : List.of("LastRestart", "StartedAt", "FinishedAt")) {
                text.append(' ').append(state.path(key).asString());
            }
            text.append('\n');
            state.path("Events").forEach(event -> text.append(showEvent(event)));
        });
        return text.toString();
    }

    private static String showEvent(JsonNode event) {
        Map<String, String> details = new TreeMap<>();
        event.path("Details")
                .properties()
                .forEach(one -> details.put(one.getKey(), one.getValue().asString()));
        return "  " + event.path("Type").asString() + " | "
                + event.path("DisplayMessage").asString() + " | " + details + "\n";
    }

    private static String time(@Nullable Object time) {
        return time == null ? "zero" : "set";
    }
}
