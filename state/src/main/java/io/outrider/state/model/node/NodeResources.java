package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.NetworkResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node has. */
public record NodeResources(
        @JsonProperty("Cpu") @Nullable NodeCpu cpu,
        @JsonProperty("Memory") @Nullable NodeMemory memory,
        @JsonProperty("Disk") @Nullable NodeDisk disk,
        @JsonProperty("Networks") @Nullable List<NetworkResource> networks,
        @JsonProperty("NodeNetworks") @Nullable List<NodeNetworkResource> nodeNetworks,
        @JsonProperty("Devices") @Nullable List<NodeDeviceResource> devices,
        @JsonProperty("MinDynamicPort") @Nullable Long minDynamicPort,
        @JsonProperty("MaxDynamicPort") @Nullable Long maxDynamicPort) {
    public NodeResources {
        networks = Immutable.list(networks);
        nodeNetworks = Immutable.list(nodeNetworks);
        devices = Immutable.list(devices);
    }

    /** CPU of a node, in MHz. */
    public record NodeCpu(
            @JsonProperty("CpuShares") @Nullable Long cpuShares,
            @JsonProperty("TotalCpuCores") @Nullable Long totalCpuCores,
            @JsonProperty("ReservableCpuCores") @Nullable List<Long> reservableCpuCores) {
        public NodeCpu {
            reservableCpuCores = Immutable.list(reservableCpuCores);
        }
    }

    /** Memory of a node, in MB. */
    public record NodeMemory(
            @JsonProperty("MemoryMB") @Nullable Long memoryMb) {}

    /** Disk of a node, in MB. */
    public record NodeDisk(@JsonProperty("DiskMB") @Nullable Long diskMb) {}
}
