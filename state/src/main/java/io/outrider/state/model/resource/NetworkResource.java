package io.outrider.state.model.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A network that is asked for or given, with its ports.
 *
 * @param hostname only in the shape of job files, not in server answers
 */
public record NetworkResource(
        @JsonProperty("Mode") @Nullable String mode,
        @JsonProperty("Device") @Nullable String device,
        @JsonProperty("CIDR") @Nullable String cidr,
        @JsonProperty("IP") @Nullable String ip,

        @JsonProperty("Hostname") @JsonView(Shape.JobFile.class) @Nullable
        String hostname,

        @JsonProperty("MBits") @Nullable Long mBits,
        @JsonProperty("DNS") @Nullable DnsConfig dns,
        @JsonProperty("ReservedPorts") @Nullable List<Port> reservedPorts,
        @JsonProperty("DynamicPorts") @Nullable List<Port> dynamicPorts,

        @JsonProperty("CNI") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> cni) {
    public NetworkResource {
        cni = Immutable.map(cni);
        reservedPorts = Immutable.list(reservedPorts);
        dynamicPorts = Immutable.list(dynamicPorts);
    }
}
