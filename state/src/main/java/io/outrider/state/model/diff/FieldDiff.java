package io.outrider.state.model.diff;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One value.
 *
 * @param name of the field; entries of maps are called {@code Meta[key]}
 * @param old empty when there was none, {@code now} when there is none
 * @param annotations what the change does, for people; null when there is nothing to say
 */
public record FieldDiff(
        @JsonProperty("Type") DiffType type,
        @JsonProperty("Name") String name,
        @JsonProperty("Old") String old,
        @JsonProperty("New") String now,
        @JsonProperty("Annotations") @Nullable List<String> annotations) {
    public FieldDiff {
        annotations = Immutable.list(annotations);
    }
}
