package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import io.outrider.state.model.connect.Consul;
import io.outrider.state.model.placement.Affinity;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.policy.RestartPolicy;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.service.Service;
import io.outrider.state.model.task.CsiPluginConfig;
import io.outrider.state.model.task.DispatchPayloadConfig;
import io.outrider.state.model.task.LogConfig;
import io.outrider.state.model.task.TaskArtifact;
import io.outrider.state.model.task.TaskLifecycleConfig;
import io.outrider.state.model.task.Template;
import io.outrider.state.model.task.VolumeMount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task: what a driver runs.
 *
 * @param name empty when unset
 * @param driver empty when unset
 * @param killTimeout nanoseconds
 * @param shutdownDelay nanoseconds
 */
public record Task(
        @JsonProperty("Name") String name,
        @JsonProperty("Driver") String driver,
        @JsonProperty("User") @Nullable String user,
        @JsonProperty("Config") @Nullable Map<String, Object> config,
        @JsonProperty("Env") @Nullable Map<String, String> env,
        @JsonProperty("Services") @Nullable List<Service> services,
        @JsonProperty("Vault") @Nullable Vault vault,
        @JsonProperty("Templates") @Nullable List<Template> templates,
        @JsonProperty("Constraints") @Nullable List<Constraint> constraints,
        @JsonProperty("Affinities") @Nullable List<Affinity> affinities,
        @JsonProperty("Resources") @Nullable Resources resources,
        @JsonProperty("RestartPolicy") @Nullable RestartPolicy restartPolicy,
        @JsonProperty("DispatchPayload") @Nullable DispatchPayloadConfig dispatchPayload,
        @JsonProperty("Lifecycle") @Nullable TaskLifecycleConfig lifecycle,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("KillTimeout") @Nullable Long killTimeout,
        @JsonProperty("LogConfig") @Nullable LogConfig logConfig,
        @JsonProperty("Artifacts") @Nullable List<TaskArtifact> artifacts,
        @JsonProperty("Leader") @Nullable Boolean leader,
        @JsonProperty("ShutdownDelay") @Nullable Long shutdownDelay,
        @JsonProperty("VolumeMounts") @Nullable List<VolumeMount> volumeMounts,
        @JsonProperty("ScalingPolicies") @Nullable List<ScalingPolicy> scalingPolicies,
        @JsonProperty("KillSignal") @Nullable String killSignal,
        @JsonProperty("Kind") @Nullable String kind,

        @JsonProperty("CSIPluginConfig") @Shape.OmittedInJobFile @Nullable
        CsiPluginConfig csiPluginConfig,

        @JsonProperty("Identity") @Nullable WorkloadIdentity identity,

        @JsonProperty("Actions") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<Map<String, Object>> actions,

        @JsonProperty("Consul") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Consul consul,

        @JsonProperty("Identities") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<WorkloadIdentity> identities,

        @JsonProperty("Secrets") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<Map<String, Object>> secrets,

        @JsonProperty("Schedule") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> schedule) {
    public Task {
        schedule = Immutable.map(schedule);
        actions = Immutable.list(actions);
        identities = Immutable.list(identities);
        secrets = Immutable.list(secrets);
        name = Immutable.text(name);
        driver = Immutable.text(driver);
        config = Immutable.map(config);
        env = Immutable.map(env);
        services = Immutable.list(services);
        templates = Immutable.list(templates);
        constraints = Immutable.list(constraints);
        affinities = Immutable.list(affinities);
        meta = Immutable.map(meta);
        artifacts = Immutable.list(artifacts);
        volumeMounts = Immutable.list(volumeMounts);
        scalingPolicies = Immutable.list(scalingPolicies);
    }

    /** The kill timeout, when set. */
    public Optional<Duration> killTimeoutDuration() {
        return Optional.ofNullable(killTimeout).map(Duration::ofNanos);
    }

    /** The shutdown delay, when set. */
    public Optional<Duration> shutdownDelayDuration() {
        return Optional.ofNullable(shutdownDelay).map(Duration::ofNanos);
    }
}
