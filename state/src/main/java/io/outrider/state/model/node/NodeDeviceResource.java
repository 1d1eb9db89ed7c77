package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Devices of one kind on a node. */
public record NodeDeviceResource(
        @JsonProperty("Vendor") @Nullable String vendor,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Instances") @Nullable List<NodeDevice> instances,
        @JsonProperty("Attributes") @Nullable Map<String, Attribute> attributes) {
    public NodeDeviceResource {
        instances = Immutable.list(instances);
        attributes = Immutable.map(attributes);
    }

    /** One device. */
    public record NodeDevice(
            @JsonProperty("ID") @Nullable String id,
            @JsonProperty("Healthy") @Nullable Boolean healthy,
            @JsonProperty("HealthDescription") @Nullable String healthDescription,
            @JsonProperty("Locality") @Nullable Locality locality) {}

    /** Where a device sits. */
    public record Locality(
            @JsonProperty("PciBusID") @Nullable String pciBusId) {}
}
