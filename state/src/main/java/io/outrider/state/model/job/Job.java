package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import io.outrider.state.model.placement.Affinity;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.placement.Spread;
import io.outrider.state.model.policy.MigrateStrategy;
import io.outrider.state.model.policy.ReschedulePolicy;
import io.outrider.state.model.policy.UpdateStrategy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as its file says it and as the API carries it. Everything unset is null: defaults come from {@link Canonical}.
 *
 * @param id empty when unset
 * @param migrate only in the shape of job files, not in server answers
 * @param reschedule only in the shape of job files, not in server answers
 * @param payload base64 of the bytes
 * @param submitTime nanoseconds since 1970
 */
public record Job(
        @JsonProperty("Stop") @Nullable Boolean stop,
        @JsonProperty("Region") @Nullable String region,
        @JsonProperty("Namespace") @Nullable String namespace,
        @JsonProperty("ID") String id,
        @JsonProperty("ParentID") @Nullable String parentId,
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("Priority") @Nullable Long priority,
        @JsonProperty("AllAtOnce") @Nullable Boolean allAtOnce,
        @JsonProperty("Datacenters") @Nullable List<String> datacenters,
        @JsonProperty("NodePool") @Nullable String nodePool,
        @JsonProperty("Constraints") @Nullable List<Constraint> constraints,
        @JsonProperty("Affinities") @Nullable List<Affinity> affinities,
        @JsonProperty("Spreads") @Nullable List<Spread> spreads,
        @JsonProperty("TaskGroups") @Nullable List<TaskGroup> taskGroups,
        @JsonProperty("Update") @Nullable UpdateStrategy update,

        @JsonProperty("Migrate") @JsonView(Shape.JobFile.class) @Nullable
        MigrateStrategy migrate,

        @JsonProperty("Reschedule") @JsonView(Shape.JobFile.class) @Nullable
        ReschedulePolicy reschedule,

        @JsonProperty("Multiregion") @Nullable Multiregion multiregion,
        @JsonProperty("Periodic") @Nullable PeriodicConfig periodic,
        @JsonProperty("ParameterizedJob") @Nullable ParameterizedJobConfig parameterizedJob,
        @JsonProperty("Dispatched") @Nullable Boolean dispatched,
        @JsonProperty("DispatchIdempotencyToken") @Nullable String dispatchIdempotencyToken,
        @JsonProperty("Payload") @Nullable String payload,
        @JsonProperty("Meta") @Nullable Map<String, String> meta,
        @JsonProperty("ConsulToken") @Nullable String consulToken,
        @JsonProperty("ConsulNamespace") @Nullable String consulNamespace,
        @JsonProperty("VaultToken") @Nullable String vaultToken,
        @JsonProperty("VaultNamespace") @Nullable String vaultNamespace,
        @JsonProperty("NomadTokenID") @Nullable String nomadTokenId,
        @JsonProperty("Status") @Nullable String status,
        @JsonProperty("StatusDescription") @Nullable String statusDescription,
        @JsonProperty("Stable") @Nullable Boolean stable,
        @JsonProperty("Version") @Nullable Long version,
        @JsonProperty("SubmitTime") @Nullable Long submitTime,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex,
        @JsonProperty("JobModifyIndex") @Nullable Long jobModifyIndex,

        @JsonProperty("UI") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> ui) {
    public Job {
        ui = Immutable.map(ui);
        id = Immutable.text(id);
        datacenters = Immutable.list(datacenters);
        constraints = Immutable.list(constraints);
        affinities = Immutable.list(affinities);
        spreads = Immutable.list(spreads);
        taskGroups = Immutable.list(taskGroups);
        meta = Immutable.map(meta);
    }

    /** The groups; none when unset. */
    public List<TaskGroup> groups() {
        return taskGroups == null ? List.of() : taskGroups;
    }
}
