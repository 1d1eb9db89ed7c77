package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node keeps for itself. */
public record NodeReservedResources(
        @JsonProperty("Cpu") @Nullable ReservedCpu cpu,
        @JsonProperty("Memory") @Nullable ReservedMemory memory,
        @JsonProperty("Disk") @Nullable ReservedDisk disk,
        @JsonProperty("Networks") @Nullable ReservedNetwork networks) {

    /** Reserved CPU, in MHz. */
    public record ReservedCpu(
            @JsonProperty("CpuShares") @Nullable Long cpuShares,
            @JsonProperty("ReservedCpuCores") @Nullable List<Long> reservedCpuCores) {
        public ReservedCpu {
            reservedCpuCores = Immutable.list(reservedCpuCores);
        }
    }

    /** Reserved memory, in MB. */
    public record ReservedMemory(
            @JsonProperty("MemoryMB") @Nullable Long memoryMb) {}

    /** Reserved disk, in MB. */
    public record ReservedDisk(
            @JsonProperty("DiskMB") @Nullable Long diskMb) {}

    /** Reserved ports, as ranges in text. */
    public record ReservedNetwork(
            @JsonProperty("ReservedHostPorts") @Nullable String reservedHostPorts) {}
}
