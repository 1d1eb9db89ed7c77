package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mesh service that a sidecar reaches. */
public record ConsulUpstream(
        @JsonProperty("DestinationName") @Nullable String destinationName,
        @JsonProperty("DestinationNamespace") @Nullable String destinationNamespace,
        @JsonProperty("DestinationPeer") @Nullable String destinationPeer,
        @JsonProperty("DestinationType") @Nullable String destinationType,
        @JsonProperty("LocalBindPort") @Nullable Long localBindPort,
        @JsonProperty("Datacenter") @Nullable String datacenter,
        @JsonProperty("LocalBindAddress") @Nullable String localBindAddress,
        @JsonProperty("LocalBindSocketPath") @Nullable String localBindSocketPath,
        @JsonProperty("LocalBindSocketMode") @Nullable String localBindSocketMode,
        @JsonProperty("MeshGateway") @Nullable ConsulMeshGateway meshGateway,
        @JsonProperty("Config") @Nullable Map<String, Object> config,

        @JsonProperty("DestinationPartition") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String destinationPartition) {
    public ConsulUpstream {
        config = Immutable.map(config);
    }
}
