package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.connect.Consul;
import io.outrider.state.model.placement.Affinity;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.placement.Spread;
import io.outrider.state.model.policy.MigrateStrategy;
import io.outrider.state.model.policy.ReschedulePolicy;
import io.outrider.state.model.policy.RestartPolicy;
import io.outrider.state.model.policy.UpdateStrategy;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.service.Service;
import io.outrider.state.model.task.VolumeRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group of a job: tasks that are placed together, {@code count} times.
 *
 * @param name empty when unset
 * @param shutdownDelay nanoseconds
 * @param stopAfterClientDisconnect nanoseconds
 * @param maxClientDisconnect nanoseconds
 */
public record TaskGroup(
        @JsonProperty("Name") String name,
        @JsonProperty("Count") @Nullable Long count,
        @JsonProperty("Update") @Nullable UpdateStrategy update,
        @JsonProperty("Migrate") @Nullable MigrateStrategy migrate,
        @JsonProperty("Constraints") @Nullable List<Constraint> constraints,
        @JsonProperty("Scaling") @Nullable ScalingPolicy scaling,
        @JsonProperty("RestartPolicy") @Nullable RestartPolicy restartPolicy,
        @JsonProperty("Tasks") @Nullable List<Task> tasks,
        @JsonProperty("EphemeralDisk") @Nullable EphemeralDisk ephemeralDisk,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("ReschedulePolicy") @Nullable ReschedulePolicy reschedulePolicy,
        @JsonProperty("Affinities") @Nullable List<Affinity> affinities,
        @JsonProperty("Spreads") @Nullable List<Spread> spreads,
        @JsonProperty("Networks") @Nullable List<NetworkResource> networks,
        @JsonProperty("Consul") @Nullable Consul consul,
        @JsonProperty("Services") @Nullable List<Service> services,
        @JsonProperty("Volumes") @Nullable Map<String, VolumeRequest> volumes,
        @JsonProperty("ShutdownDelay") @Nullable Long shutdownDelay,
        @JsonProperty("StopAfterClientDisconnect") @Nullable Long stopAfterClientDisconnect,
        @JsonProperty("MaxClientDisconnect") @Nullable Long maxClientDisconnect,

        @JsonProperty("Disconnect") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> disconnect,

        @JsonProperty("MaxRunDuration") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long maxRunDuration,

        @JsonProperty("PreventRescheduleOnLost") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean preventRescheduleOnLost) {
    public TaskGroup {
        disconnect = Immutable.map(disconnect);
        name = Immutable.text(name);
        constraints = Immutable.list(constraints);
        tasks = Immutable.list(tasks);
        meta = Immutable.map(meta);
        affinities = Immutable.list(affinities);
        spreads = Immutable.list(spreads);
        networks = Immutable.list(networks);
        services = Immutable.list(services);
        volumes = Immutable.map(volumes);
    }

    /** The shutdown delay, when set. */
    public Optional<Duration> shutdownDelayDuration() {
        return Optional.ofNullable(shutdownDelay).map(Duration::ofNanos);
    }

    /** The tasks; none when unset. */
    public List<Task> taskList() {
        return tasks == null ? List.of() : tasks;
    }
}
