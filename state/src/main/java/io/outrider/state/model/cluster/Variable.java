package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named values for tasks.
 *
 * @param createTime nanoseconds since 1970
 * @param modifyTime nanoseconds since 1970
 * @param items null in lists
 */
public record Variable(
        @JsonProperty("Namespace") @Nullable String namespace,
        @JsonProperty("Path") @Nullable String path,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex,
        @JsonProperty("CreateTime") @Nullable Long createTime,
        @JsonProperty("ModifyTime") @Nullable Long modifyTime,

        @JsonProperty("Items") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, String> items) {
    public Variable {
        items = Immutable.map(items);
    }

    /** What lists show: everything but the items. */
    public Variable withoutItems() {
        return new Variable(namespace, path, createIndex, modifyIndex, createTime, modifyTime, null);
    }
}
