package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sidecar service of a mesh service. */
public record ConsulSidecarService(
        @JsonProperty("Tags") @Nullable List<String> tags,
        @JsonProperty("Port") @Nullable String port,
        @JsonProperty("Proxy") @Nullable ConsulProxy proxy,
        @JsonProperty("DisableDefaultTCPCheck") @Nullable Boolean disableDefaultTcpCheck,
        @JsonProperty("Meta") @Nullable Map<String, String> meta) {
    public ConsulSidecarService {
        tags = Immutable.list(tags);
        meta = Immutable.map(meta);
    }
}
