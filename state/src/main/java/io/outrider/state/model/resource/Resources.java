package io.outrider.state.model.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a task asks for, or an alloc has in the older form of the API. */
public record Resources(
        @JsonProperty("CPU") @Nullable Long cpu,
        @JsonProperty("Cores") @Nullable Long cores,
        @JsonProperty("MemoryMB") @Nullable Long memoryMb,
        @JsonProperty("MemoryMaxMB") @Nullable Long memoryMaxMb,
        @JsonProperty("DiskMB") @Nullable Long diskMb,
        @JsonProperty("IOPS") @Nullable Long iops,
        @JsonProperty("Networks") @Nullable List<NetworkResource> networks,
        @JsonProperty("Devices") @Nullable List<RequestedDevice> devices,

        @JsonProperty("NUMA") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> numa,

        @JsonProperty("SecretsMB") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long secretsMb) {
    public Resources {
        numa = Immutable.map(numa);
        networks = Immutable.list(networks);
        devices = Immutable.list(devices);
    }
}
