package io.outrider.state.model.diff;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One block.
 *
 * @param name what kind of block
 * @param fields those that changed, and for orientation those that did not; null when there are none
 * @param objects blocks in it that changed; null when there are none
 */
public record ObjectDiff(
        @JsonProperty("Type") DiffType type,
        @JsonProperty("Name") String name,
        @JsonProperty("Fields") @Nullable List<FieldDiff> fields,
        @JsonProperty("Objects") @Nullable List<ObjectDiff> objects) {
    public ObjectDiff {
        fields = Immutable.list(fields);
        objects = Immutable.list(objects);
    }
}
