package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A value with a unit; exactly one of the values is set. */
public record Attribute(
        @JsonProperty("Float") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Double decimal,

        @JsonProperty("Int") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long integer,

        @JsonProperty("String") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String text,

        @JsonProperty("Bool") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean flag,

        @JsonProperty("Unit") @Nullable String unit) {}
