package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last drain of a node. */
public record DrainMetadata(
        @JsonProperty("StartedAt") @Nullable Instant startedAt,
        @JsonProperty("UpdatedAt") @Nullable Instant updatedAt,
        @JsonProperty("Status") @Nullable String status,
        @JsonProperty("AccessorID") @Nullable String accessorId,
        @JsonProperty("Meta") @Nullable Map<String, String> meta) {
    public DrainMetadata {
        meta = Immutable.map(meta);
    }
}
