package io.outrider.state.model.diff;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One task.
 *
 * @param annotations what the change does to allocs, for people; null when there is nothing to say
 */
public record TaskDiff(
        @JsonProperty("Type") DiffType type,
        @JsonProperty("Name") String name,
        @JsonProperty("Fields") @Nullable List<FieldDiff> fields,
        @JsonProperty("Objects") @Nullable List<ObjectDiff> objects,
        @JsonProperty("Annotations") @Nullable List<String> annotations) {
    public TaskDiff {
        fields = Immutable.list(fields);
        objects = Immutable.list(objects);
        annotations = Immutable.list(annotations);
    }
}
