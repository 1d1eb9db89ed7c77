package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.NetworkResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all tasks of an alloc were given together. */
public record AllocatedSharedResources(
        @JsonProperty("Networks") @Nullable List<NetworkResource> networks,
        @JsonProperty("DiskMB") @Nullable Long diskMb,
        @JsonProperty("Ports") @Nullable List<AllocatedPortMapping> ports) {
    public AllocatedSharedResources {
        networks = Immutable.list(networks);
        ports = Immutable.list(ports);
    }
}
