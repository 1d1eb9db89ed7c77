package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A named part of the nodes. */
public record NodePool(
        @JsonProperty("Name") String name,
        @JsonProperty("Description") @Nullable String description,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("SchedulerConfiguration") @Nullable Map<String, Object> schedulerConfiguration,
        @JsonProperty("Hash") @Nullable String hash,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex) {
    /** All nodes, whatever their pool. */
    public static final String ALL = "all";
    /** The pool of nodes that name none. */
    public static final String DEFAULT = "default";

    public NodePool {
        name = Immutable.text(name);
        meta = Immutable.map(meta);
        schedulerConfiguration = Immutable.map(schedulerConfiguration);
    }

    /** This pool with other indexes. */
    public NodePool at(long created, long modified) {
        return new NodePool(name, description, meta, schedulerConfiguration, hash, created, modified);
    }
}
