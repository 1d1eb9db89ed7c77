package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.ask.Fields;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** When in the life of its alloc a task runs. */
final class Lifecycles {

    private static final List<String> ORDER = List.of("prestart", "main", "poststart", "poststop");

    private Lifecycles() {}

    /** As {@code main}, {@code prestart} or {@code prestart_sidecar}. */
    static String of(JsonNode alloc, String task) {
        JsonNode lifecycle = task(alloc, task).path("Lifecycle");
        String hook = Fields.text(lifecycle, "Hook");
        return hook.isEmpty() ? "main" : Fields.is(lifecycle, "Sidecar") ? hook + "_sidecar" : hook;
    }

    /** By when they run, then by name. */
    static Comparator<String> order(JsonNode alloc) {
        return Comparator.<String>comparingInt(
                        task -> ORDER.indexOf(of(alloc, task).replace("_sidecar", "")))
                .thenComparing(Comparator.naturalOrder());
    }

    /** The task of the job that the alloc runs; missing where it has no such. */
    static JsonNode task(JsonNode alloc, String name) {
        for (JsonNode group : Fields.list(alloc, "Job", "TaskGroups")) {
            if (Fields.text(group, "Name").equals(Fields.text(alloc, "TaskGroup"))) {
                return Fields.list(group, "Tasks").stream()
                        .filter(task -> Fields.text(task, "Name").equals(name))
                        .findFirst()
                        .orElseGet(() -> alloc.path("no such task"));
            }
        }
        return alloc.path("no such group");
    }

    /** The names of the tasks, as the job has them. */
    static List<String> tasks(JsonNode alloc) {
        for (JsonNode group : Fields.list(alloc, "Job", "TaskGroups")) {
            if (Fields.text(group, "Name").equals(Fields.text(alloc, "TaskGroup"))) {
                return Fields.list(group, "Tasks").stream()
                        .map(task -> Fields.text(task, "Name"))
                        .toList();
            }
        }
        return List.of();
    }
}
