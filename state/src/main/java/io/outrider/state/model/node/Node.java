package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.Resources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node and everything a scheduler must know of it.
 *
 * @param statusUpdatedAt seconds since 1970
 */
public record Node(
        @JsonProperty("ID") @Nullable String id,
        @JsonProperty("SecretID") @Nullable String secretId,
        @JsonProperty("Datacenter") @Nullable String datacenter,
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("HTTPAddr") @Nullable String httpAddr,
        @JsonProperty("TLSEnabled") @Nullable Boolean tlsEnabled,
        @JsonProperty("Attributes") @Nullable Map<String, String> attributes,
        @JsonProperty("Resources") @Nullable Resources resources,
        @JsonProperty("Reserved") @Nullable Resources reserved,
        @JsonProperty("NodeResources") @Nullable NodeResources nodeResources,
        @JsonProperty("ReservedResources") @Nullable NodeReservedResources reservedResources,
        @JsonProperty("Links") @Nullable Map<String, String> links,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("NodeClass") @Nullable String nodeClass,
        @JsonProperty("ComputedClass") @Nullable String computedClass,
        @JsonProperty("NodePool") @Nullable String nodePool,
        @JsonProperty("CgroupParent") @Nullable String cgroupParent,
        @JsonProperty("Drain") @Nullable Boolean drain,
        @JsonProperty("DrainStrategy") @Nullable DrainStrategy drainStrategy,
        @JsonProperty("SchedulingEligibility") @Nullable String schedulingEligibility,
        @JsonProperty("Status") @Nullable String status,
        @JsonProperty("StatusDescription") @Nullable String statusDescription,
        @JsonProperty("StatusUpdatedAt") @Nullable Long statusUpdatedAt,
        @JsonProperty("LastMissedHeartbeatIndex") @Nullable Long lastMissedHeartbeatIndex,
        @JsonProperty("LastAllocUpdateIndex") @Nullable Long lastAllocUpdateIndex,
        @JsonProperty("Events") @Nullable List<NodeEvent> events,
        @JsonProperty("Drivers") @Nullable Map<String, DriverInfo> drivers,
        @JsonProperty("HostVolumes") @Nullable Map<String, HostVolumeInfo> hostVolumes,
        @JsonProperty("HostNetworks") @Nullable Map<String, HostNetworkInfo> hostNetworks,
        @JsonProperty("CSIControllerPlugins") @Nullable Map<String, CsiInfo> csiControllerPlugins,
        @JsonProperty("CSINodePlugins") @Nullable Map<String, CsiInfo> csiNodePlugins,
        @JsonProperty("LastDrain") @Nullable DrainMetadata lastDrain,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex) {
    public Node {
        attributes = Immutable.map(attributes);
        links = Immutable.map(links);
        meta = Immutable.map(meta);
        events = Immutable.list(events);
        drivers = Immutable.map(drivers);
        hostVolumes = Immutable.map(hostVolumes);
        hostNetworks = Immutable.map(hostNetworks);
        csiControllerPlugins = Immutable.map(csiControllerPlugins);
        csiNodePlugins = Immutable.map(csiNodePlugins);
    }
}
