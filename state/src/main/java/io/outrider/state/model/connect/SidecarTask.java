package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.task.LogConfig;
import io.outrider.state.model.task.VolumeMount;
import java.util.List;
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
        @JsonProperty("KillSignal") @Nullable String killSignal,

        @JsonProperty("VolumeMounts") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<VolumeMount> volumeMounts,

        @JsonProperty("Identities") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<Map<String, Object>> identities) {
    public SidecarTask {
        volumeMounts = Immutable.list(volumeMounts);
        identities = Immutable.list(identities);
        config = Immutable.map(config);
        env = Immutable.map(env);
        meta = Immutable.map(meta);
    }
}
