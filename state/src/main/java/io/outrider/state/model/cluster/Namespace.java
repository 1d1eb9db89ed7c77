package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A name space for jobs and what belongs to them. */
public record Namespace(
        @JsonProperty("Name") String name,
        @JsonProperty("Description") @Nullable String description,
        @JsonProperty("Quota") @Nullable String quota,
        @JsonProperty("Capabilities") @Nullable Capabilities capabilities,
        @JsonProperty("NodePoolConfiguration") @Nullable PoolRules nodePoolConfiguration,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex) {
    /** The one that is always there. */
    public static final String DEFAULT = "default";

    public Namespace {
        name = Immutable.text(name);
        meta = Immutable.map(meta);
    }

    /** This namespace with other indexes. */
    public Namespace at(long created, long modified) {
        return new Namespace(name, description, quota, capabilities, nodePoolConfiguration, meta, created, modified);
    }

    /** Drivers that jobs may use. */
    public record Capabilities(
            @JsonProperty("EnabledTaskDrivers") @Nullable List<String> enabled,
            @JsonProperty("DisabledTaskDrivers") @Nullable List<String> disabled) {
        public Capabilities {
            enabled = Immutable.list(enabled);
            disabled = Immutable.list(disabled);
        }
    }

    /** Node pools that jobs may use. */
    public record PoolRules(
            @JsonProperty("Default") @Nullable String standard,
            @JsonProperty("Allowed") @Nullable List<String> allowed,
            @JsonProperty("Denied") @Nullable List<String> denied) {
        public PoolRules {
            allowed = Immutable.list(allowed);
            denied = Immutable.list(denied);
        }
    }
}
