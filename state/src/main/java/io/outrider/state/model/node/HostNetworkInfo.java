package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A named network of a node. */
public record HostNetworkInfo(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("CIDR") @Nullable String cidr,
        @JsonProperty("Interface") @Nullable String interfaceName,
        @JsonProperty("ReservedPorts") @Nullable String reservedPorts) {}
