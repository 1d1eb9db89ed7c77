package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A remote task's handle.
 *
 * @param driverState base64 of the bytes
 */
public record TaskHandleInfo(
        @JsonProperty("Version") @Nullable Long version,
        @JsonProperty("DriverState") @Nullable String driverState) {}
