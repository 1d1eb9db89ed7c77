package io.outrider.jobspec.diff;

import io.outrider.state.model.Json;
import io.outrider.state.model.diff.DiffType;
import io.outrider.state.model.diff.FieldDiff;
import io.outrider.state.model.diff.JobDiff;
import io.outrider.state.model.diff.ObjectDiff;
import io.outrider.state.model.diff.TaskDiff;
import io.outrider.state.model.diff.TaskGroupDiff;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares two versions of a job as the reference's plan does. Pure, safe from any thread. */
public final class JobDiffs {

    private static final String TASKS = "Tasks";
    private static final String RESTART = "RestartPolicy";

    private JobDiffs() {}

    /**
     * What became of a job. Both versions are canonical; empty stands for none. Groups and tasks are told whether or
     * not they changed, blocks only when they did and then with all of their plain values.
     *
     * @throws IllegalArgumentException when the two are different jobs
     */
    public static JobDiff between(Optional<Job> old, Optional<Job> now) {
        String id = now.or(() -> old).map(Job::id).orElse("");
        if (!Objects.equals(old.map(Job::id).orElse(id), id)) {
            throw new IllegalArgumentException("can not diff jobs with different IDs: \""
                    + old.map(Job::id).orElse("") + "\" and \"" + id + "\"");
        }
        return job(id, tree(old), tree(now));
    }

    private static JobDiff job(String id, @Nullable JsonNode old, @Nullable JsonNode now) {
        List<FieldDiff> fields = Fields.of(Fields.plain(old, Shapes.JOB), Fields.plain(now, Shapes.JOB), false);
        List<ObjectDiff> objects = BlockDiffs.parts(old, now, Shapes.JOB);
        Map<String, JsonNode> before = byName(old, "TaskGroups");
        Map<String, JsonNode> after = byName(now, "TaskGroups");
        List<TaskGroupDiff> groups = new ArrayList<>();
        names(before, after).forEach(name -> groups.add(group(name, before.get(name), after.get(name))));
        boolean same = fields.isEmpty()
                && objects.isEmpty()
                && groups.stream().allMatch(group -> group.type() == DiffType.NONE);
        return new JobDiff(
                type(old, now, same),
                id,
                BlockDiffs.orNull(fields),
                BlockDiffs.orNull(objects),
                BlockDiffs.orNull(groups));
    }

    private static TaskGroupDiff group(String name, @Nullable JsonNode old, @Nullable JsonNode now) {
        List<FieldDiff> fields =
                Fields.of(Fields.plain(old, Shapes.GROUP), Fields.plain(now, Shapes.GROUP), false).stream()
                        .map(Annotations::ofGroupField)
                        .toList();
        List<ObjectDiff> objects = BlockDiffs.parts(old, now, Shapes.GROUP);
        Map<String, JsonNode> before = tasks(old);
        Map<String, JsonNode> after = tasks(now);
        List<TaskDiff> tasks = new ArrayList<>();
        names(before, after).forEach(task -> tasks.add(task(task, before.get(task), after.get(task))));
        boolean same =
                fields.isEmpty() && objects.isEmpty() && tasks.stream().allMatch(task -> task.type() == DiffType.NONE);
        return new TaskGroupDiff(
                type(old, now, same),
                name,
                BlockDiffs.orNull(fields),
                BlockDiffs.orNull(objects),
                BlockDiffs.orNull(tasks),
                null);
    }

    private static TaskDiff task(String name, @Nullable JsonNode old, @Nullable JsonNode now) {
        List<FieldDiff> fields = Fields.of(Fields.plain(old, Shapes.TASK), Fields.plain(now, Shapes.TASK), false);
        List<ObjectDiff> objects = BlockDiffs.parts(old, now, Shapes.TASK);
        DiffType type = type(old, now, fields.isEmpty() && objects.isEmpty());
        return new TaskDiff(
                type,
                name,
                BlockDiffs.orNull(fields),
                BlockDiffs.orNull(objects),
                Annotations.ofTask(type, fields, objects).map(List::of).orElse(null));
    }

    private static DiffType type(@Nullable JsonNode old, @Nullable JsonNode now, boolean same) {
        if (old == null) {
            return now == null ? DiffType.NONE : DiffType.ADDED;
        }
        return now == null ? DiffType.DELETED : same ? DiffType.NONE : DiffType.EDITED;
    }

    /** A task that has its group's restart policy says nothing of its own. */
    private static Map<String, JsonNode> tasks(@Nullable JsonNode group) {
        Map<String, JsonNode> tasks = byName(group, TASKS);
        JsonNode inherited = group == null ? null : group.get(RESTART);
        tasks.values().stream()
                .filter(task -> Objects.equals(task.get(RESTART), inherited))
                .forEach(task -> ((ObjectNode) task).remove(RESTART));
        return tasks;
    }

    private static Map<String, JsonNode> byName(@Nullable JsonNode owner, String key) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        if (owner != null) {
            owner.path(key)
                    .valueStream()
                    .forEach(item -> found.put(item.path("Name").asString(""), item));
        }
        return found;
    }

    private static TreeSet<String> names(Map<String, JsonNode> old, Map<String, JsonNode> now) {
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        return names;
    }

    private static @Nullable JsonNode tree(Optional<Job> job) {
        return job.<JsonNode>map(Json.mapper()::valueToTree).orElse(null);
    }
}
