package io.outrider.state.model.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import io.outrider.state.model.connect.ConsulConnect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A service that a group or task offers.
 *
 * @param checkRestart only in the shape of job files, not in server answers
 * @param namespace only in server answers, not in the shape of job files
 */
public record Service(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("TaskName") @Nullable String taskName,
        @JsonProperty("PortLabel") @Nullable String portLabel,
        @JsonProperty("AddressMode") @Nullable String addressMode,
        @JsonProperty("Address") @Nullable String address,
        @JsonProperty("EnableTagOverride") @Nullable Boolean enableTagOverride,
        @JsonProperty("Tags") @Nullable List<String> tags,
        @JsonProperty("CanaryTags") @Nullable List<String> canaryTags,
        @JsonProperty("Checks") @Nullable List<ServiceCheck> checks,

        @JsonProperty("CheckRestart") @JsonView(Shape.JobFile.class) @Nullable
        CheckRestart checkRestart,

        @JsonProperty("Connect") @Nullable ConsulConnect connect,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("CanaryMeta") @Nullable Map<String, String> canaryMeta,
        @JsonProperty("TaggedAddresses") @Nullable Map<String, String> taggedAddresses,

        @JsonProperty("Namespace") @JsonView(Shape.Server.class) @Nullable
        String namespace,

        @JsonProperty("OnUpdate") @Nullable String onUpdate,
        @JsonProperty("Provider") @Nullable String provider,

        @JsonProperty("Identity") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> identity,

        @JsonProperty("Weights") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> weights,

        @JsonProperty("Cluster") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String cluster,

        @JsonProperty("Kind") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String kind) {
    public Service {
        identity = Immutable.map(identity);
        weights = Immutable.map(weights);
        tags = Immutable.list(tags);
        canaryTags = Immutable.list(canaryTags);
        checks = Immutable.list(checks);
        meta = Immutable.map(meta);
        canaryMeta = Immutable.map(canaryMeta);
        taggedAddresses = Immutable.map(taggedAddresses);
    }
}
