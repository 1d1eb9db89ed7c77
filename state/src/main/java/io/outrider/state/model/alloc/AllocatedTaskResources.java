package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.NetworkResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one task of an alloc was given. */
public record AllocatedTaskResources(
        @JsonProperty("Cpu") @Nullable Cpu cpu,
        @JsonProperty("Memory") @Nullable Memory memory,
        @JsonProperty("Networks") @Nullable List<NetworkResource> networks,
        @JsonProperty("Devices") @Nullable List<AllocatedDeviceResource> devices) {
    public AllocatedTaskResources {
        networks = Immutable.list(networks);
        devices = Immutable.list(devices);
    }

    /** CPU of a task, in MHz. */
    public record Cpu(
            @JsonProperty("CpuShares") @Nullable Long cpuShares,
            @JsonProperty("ReservedCores") @Nullable List<Long> reservedCores) {
        public Cpu {
            reservedCores = Immutable.list(reservedCores);
        }
    }

    /** Memory of a task, in MB. */
    public record Memory(
            @JsonProperty("MemoryMB") @Nullable Long memoryMb,
            @JsonProperty("MemoryMaxMB") @Nullable Long memoryMaxMb) {}
}
