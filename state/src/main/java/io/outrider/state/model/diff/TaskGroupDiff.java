package io.outrider.state.model.diff;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One task group.
 *
 * @param tasks all of them, also those that did not change; null when the group has none
 * @param updates how many allocs are created, destroyed, changed ... by the label that people see; null before a plan
 */
public record TaskGroupDiff(
        @JsonProperty("Type") DiffType type,
        @JsonProperty("Name") String name,
        @JsonProperty("Fields") @Nullable List<FieldDiff> fields,
        @JsonProperty("Objects") @Nullable List<ObjectDiff> objects,
        @JsonProperty("Tasks") @Nullable List<TaskDiff> tasks,
        @JsonProperty("Updates") @Nullable Map<String, Long> updates) {
    public TaskGroupDiff {
        fields = Immutable.list(fields);
        objects = Immutable.list(objects);
        tasks = Immutable.list(tasks);
        updates = Immutable.map(updates);
    }
}
