package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.resource.DnsConfig;
import org.jspecify.annotations.Nullable;

/** The network that a network hook made for an alloc. */
public record AllocNetworkStatus(
        @JsonProperty("InterfaceName") @Nullable String interfaceName,
        @JsonProperty("Address") @Nullable String address,
        @JsonProperty("DNS") @Nullable DnsConfig dns) {}
