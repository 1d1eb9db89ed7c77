package io.outrider.state.model.resource;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolver settings of a network namespace. */
public record DnsConfig(
        @JsonProperty("Servers") @Nullable List<String> servers,
        @JsonProperty("Searches") @Nullable List<String> searches,
        @JsonProperty("Options") @Nullable List<String> options) {
    public DnsConfig {
        servers = Immutable.list(servers);
        searches = Immutable.list(searches);
        options = Immutable.list(options);
    }
}
