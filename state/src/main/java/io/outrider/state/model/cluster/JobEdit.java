package io.outrider.state.model.cluster;

import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Multiregion;
import io.outrider.state.model.job.ParameterizedJobConfig;
import io.outrider.state.model.job.PeriodicConfig;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.placement.Affinity;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.placement.Spread;
import io.outrider.state.model.policy.MigrateStrategy;
import io.outrider.state.model.policy.ReschedulePolicy;
import io.outrider.state.model.policy.UpdateStrategy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job under change: what is not set stays as it was. Not thread-safe. */
public final class JobEdit {

    private @Nullable Boolean stop;
    private @Nullable String region;
    private @Nullable String namespace;
    private String id;
    private @Nullable String parentId;
    private @Nullable String name;
    private @Nullable String type;
    private @Nullable Long priority;
    private final @Nullable Boolean allAtOnce;
    private @Nullable List<String> datacenters;
    private @Nullable String nodePool;
    private @Nullable List<Constraint> constraints;
    private final @Nullable List<Affinity> affinities;
    private final @Nullable List<Spread> spreads;
    private @Nullable List<TaskGroup> taskGroups;
    private @Nullable UpdateStrategy update;
    private final @Nullable MigrateStrategy migrate;
    private final @Nullable ReschedulePolicy reschedule;
    private final @Nullable Multiregion multiregion;
    private @Nullable PeriodicConfig periodic;
    private @Nullable ParameterizedJobConfig parameterizedJob;
    private @Nullable Boolean dispatched;
    private @Nullable String dispatchIdempotencyToken;
    private @Nullable String payload;
    private @Nullable Map<String, String> meta;
    private final @Nullable String consulToken;
    private final @Nullable String consulNamespace;
    private final @Nullable String vaultToken;
    private final @Nullable String vaultNamespace;
    private @Nullable String nomadTokenId;
    private @Nullable String status;
    private @Nullable String statusDescription;
    private @Nullable Boolean stable;
    private @Nullable Long version;
    private @Nullable Long submitTime;
    private @Nullable Long createIndex;
    private @Nullable Long modifyIndex;
    private @Nullable Long jobModifyIndex;
    private final @Nullable Map<String, Object> ui;

    /** A copy of a job to change. */
    public JobEdit(Job from) {
        this.stop = from.stop();
        this.region = from.region();
        this.namespace = from.namespace();
        this.id = from.id();
        this.parentId = from.parentId();
        this.name = from.name();
        this.type = from.type();
        this.priority = from.priority();
        this.allAtOnce = from.allAtOnce();
        this.datacenters = from.datacenters();
        this.nodePool = from.nodePool();
        this.constraints = from.constraints();
        this.affinities = from.affinities();
        this.spreads = from.spreads();
        this.taskGroups = from.taskGroups();
        this.update = from.update();
        this.migrate = from.migrate();
        this.reschedule = from.reschedule();
        this.multiregion = from.multiregion();
        this.periodic = from.periodic();
        this.parameterizedJob = from.parameterizedJob();
        this.dispatched = from.dispatched();
        this.dispatchIdempotencyToken = from.dispatchIdempotencyToken();
        this.payload = from.payload();
        this.meta = from.meta();
        this.consulToken = from.consulToken();
        this.consulNamespace = from.consulNamespace();
        this.vaultToken = from.vaultToken();
        this.vaultNamespace = from.vaultNamespace();
        this.nomadTokenId = from.nomadTokenId();
        this.status = from.status();
        this.statusDescription = from.statusDescription();
        this.stable = from.stable();
        this.version = from.version();
        this.submitTime = from.submitTime();
        this.createIndex = from.createIndex();
        this.modifyIndex = from.modifyIndex();
        this.jobModifyIndex = from.jobModifyIndex();
        this.ui = from.ui();
    }

    /** Sets the stop. */
    public JobEdit stop(@Nullable Boolean value) {
        stop = value;
        return this;
    }

    /** Sets the region. */
    public JobEdit region(@Nullable String value) {
        region = value;
        return this;
    }

    /** Sets the namespace. */
    public JobEdit namespace(@Nullable String value) {
        namespace = value;
        return this;
    }

    /** Sets the id. */
    public JobEdit id(String value) {
        id = value;
        return this;
    }

    /** Sets the parent id. */
    public JobEdit parentId(@Nullable String value) {
        parentId = value;
        return this;
    }

    /** Sets the name. */
    public JobEdit name(@Nullable String value) {
        name = value;
        return this;
    }

    /** Sets the type. */
    public JobEdit type(@Nullable String value) {
        type = value;
        return this;
    }

    /** Sets the priority. */
    public JobEdit priority(@Nullable Long value) {
        priority = value;
        return this;
    }

    /** Sets the datacenters. */
    public JobEdit datacenters(@Nullable List<String> value) {
        datacenters = value;
        return this;
    }

    /** Sets the node pool. */
    public JobEdit nodePool(@Nullable String value) {
        nodePool = value;
        return this;
    }

    /** Sets the constraints. */
    public JobEdit constraints(@Nullable List<Constraint> value) {
        constraints = value;
        return this;
    }

    /** Sets the task groups. */
    public JobEdit taskGroups(@Nullable List<TaskGroup> value) {
        taskGroups = value;
        return this;
    }

    /** Sets the update. */
    public JobEdit update(@Nullable UpdateStrategy value) {
        update = value;
        return this;
    }

    /** Sets the periodic. */
    public JobEdit periodic(@Nullable PeriodicConfig value) {
        periodic = value;
        return this;
    }

    /** Sets the parameterized job. */
    public JobEdit parameterizedJob(@Nullable ParameterizedJobConfig value) {
        parameterizedJob = value;
        return this;
    }

    /** Sets the dispatched. */
    public JobEdit dispatched(@Nullable Boolean value) {
        dispatched = value;
        return this;
    }

    /** Sets the dispatch idempotency token. */
    public JobEdit dispatchIdempotencyToken(@Nullable String value) {
        dispatchIdempotencyToken = value;
        return this;
    }

    /** Sets the payload. */
    public JobEdit payload(@Nullable String value) {
        payload = value;
        return this;
    }

    /** Sets the meta. */
    public JobEdit meta(@Nullable Map<String, String> value) {
        meta = value;
        return this;
    }

    /** Sets the nomad token id. */
    public JobEdit nomadTokenId(@Nullable String value) {
        nomadTokenId = value;
        return this;
    }

    /** Sets the status. */
    public JobEdit status(@Nullable String value) {
        status = value;
        return this;
    }

    /** Sets the status description. */
    public JobEdit statusDescription(@Nullable String value) {
        statusDescription = value;
        return this;
    }

    /** Sets the stable. */
    public JobEdit stable(@Nullable Boolean value) {
        stable = value;
        return this;
    }

    /** Sets the version. */
    public JobEdit version(@Nullable Long value) {
        version = value;
        return this;
    }

    /** Sets the submit time. */
    public JobEdit submitTime(@Nullable Long value) {
        submitTime = value;
        return this;
    }

    /** Sets the create index. */
    public JobEdit createIndex(@Nullable Long value) {
        createIndex = value;
        return this;
    }

    /** Sets the modify index. */
    public JobEdit modifyIndex(@Nullable Long value) {
        modifyIndex = value;
        return this;
    }

    /** Sets the job modify index. */
    public JobEdit jobModifyIndex(@Nullable Long value) {
        jobModifyIndex = value;
        return this;
    }

    /** What it has become. */
    public Job done() {
        return new Job(
                stop,
                region,
                namespace,
                id,
                parentId,
                name,
                type,
                priority,
                allAtOnce,
                datacenters,
                nodePool,
                constraints,
                affinities,
                spreads,
                taskGroups,
                update,
                migrate,
                reschedule,
                multiregion,
                periodic,
                parameterizedJob,
                dispatched,
                dispatchIdempotencyToken,
                payload,
                meta,
                consulToken,
                consulNamespace,
                vaultToken,
                vaultNamespace,
                nomadTokenId,
                status,
                statusDescription,
                stable,
                version,
                submitTime,
                createIndex,
                modifyIndex,
                jobModifyIndex,
                ui);
    }
}
