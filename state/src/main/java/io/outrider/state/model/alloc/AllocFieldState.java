package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A change of an alloc's field that must survive, such as the time it became unknown. */
public record AllocFieldState(
        @JsonProperty("Field") @Nullable String field,
        @JsonProperty("Value") @Nullable String value,
        @JsonProperty("Time") @Nullable Instant time) {}
