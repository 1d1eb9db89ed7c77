package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mount options of a CSI volume. */
public record CsiMountOptions(
        @JsonProperty("FSType") @Nullable String fsType,
        @JsonProperty("MountFlags") @Nullable List<String> mountFlags) {
    public CsiMountOptions {
        mountFlags = Immutable.list(mountFlags);
    }
}
