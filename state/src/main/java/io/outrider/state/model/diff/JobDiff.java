package io.outrider.state.model.diff;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two versions of a job.
 *
 * @param id of the job
 * @param taskGroups all of them, also those that did not change; null when there are none
 */
public record JobDiff(
        @JsonProperty("Type") DiffType type,
        @JsonProperty("ID") String id,
        @JsonProperty("Fields") @Nullable List<FieldDiff> fields,
        @JsonProperty("Objects") @Nullable List<ObjectDiff> objects,
        @JsonProperty("TaskGroups") @Nullable List<TaskGroupDiff> taskGroups) {
    public JobDiff {
        fields = Immutable.list(fields);
        objects = Immutable.list(objects);
        taskGroups = Immutable.list(taskGroups);
    }
}
