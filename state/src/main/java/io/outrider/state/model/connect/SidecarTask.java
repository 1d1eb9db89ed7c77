package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.task.LogConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the task that runs a sidecar.
 *
 * @param killTimeout nanoseconds
 * @param shutdownDelay nanoseconds
 */
public record SidecarTask(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Driver") @Nullable String driver,
        @JsonProperty("User") @Nullable String user,
        @JsonProperty("Config") @Nullable Map<String, Object> config,
        @JsonProperty("Env") @Nullable Map<String, String> env,
        @JsonProperty("Resources") @Nullable Resources resources,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("KillTimeout") @Nullable Long killTimeout,
        @JsonProperty("LogConfig") @Nullable LogConfig logConfig,
        @JsonProperty("ShutdownDelay") @Nullable Long shutdownDelay,
        @JsonProperty("KillSignal") @Nullable String killSignal) {
    public SidecarTask {
        config = Immutable.map(config);
        env = Immutable.map(env);
        meta = Immutable.map(meta);
    }
}
