package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A network device of a node with its addresses. */
public record NodeNetworkResource(
        @JsonProperty("Mode") @Nullable String mode,
        @JsonProperty("Device") @Nullable String device,
        @JsonProperty("MacAddress") @Nullable String macAddress,
        @JsonProperty("Speed") @Nullable Long speed,
        @JsonProperty("Addresses") @Nullable List<NodeNetworkAddress> addresses) {
    public NodeNetworkResource {
        addresses = Immutable.list(addresses);
    }

    /** An address of a device. */
    public record NodeNetworkAddress(
            @JsonProperty("Family") @Nullable String family,
            @JsonProperty("Alias") @Nullable String alias,
            @JsonProperty("Address") @Nullable String address,
            @JsonProperty("ReservedPorts") @Nullable String reservedPorts,
            @JsonProperty("Gateway") @Nullable String gateway) {}
}
