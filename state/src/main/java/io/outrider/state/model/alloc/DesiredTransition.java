package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** What servers want to happen to an alloc. */
public record DesiredTransition(
        @JsonProperty("Migrate") @Nullable Boolean migrate,
        @JsonProperty("Reschedule") @Nullable Boolean reschedule,
        @JsonProperty("ForceReschedule") @Nullable Boolean forceReschedule,
        @JsonProperty("NoShutdownDelay") @Nullable Boolean noShutdownDelay) {}
