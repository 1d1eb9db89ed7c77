package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Devices that a task was given. */
public record AllocatedDeviceResource(
        @JsonProperty("Vendor") @Nullable String vendor,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("DeviceIDs") @Nullable List<String> deviceIds) {
    public AllocatedDeviceResource {
        deviceIds = Immutable.list(deviceIds);
    }
}
