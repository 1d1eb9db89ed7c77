package io.outrider.state.model.alloc;

import io.outrider.state.model.job.Job;
import io.outrider.state.model.resource.Resources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An alloc under change: what is not set stays as it was. Not thread-safe. */
public final class AllocEdit {

    private final String id;
    private final @Nullable String namespace;
    private @Nullable String evalId;
    private final @Nullable String name;
    private final @Nullable String nodeId;
    private final @Nullable String nodeName;
    private final @Nullable String jobId;
    private @Nullable Job job;
    private final @Nullable String taskGroup;
    private @Nullable Resources resources;
    private @Nullable Resources sharedResources;
    private @Nullable Map<String, Resources> taskResources;
    private @Nullable AllocatedResources allocatedResources;
    private @Nullable AllocMetric metrics;
    private @Nullable String desiredStatus;
    private @Nullable String desiredDescription;
    private @Nullable DesiredTransition desiredTransition;
    private @Nullable String clientStatus;
    private @Nullable String clientDescription;
    private @Nullable Map<String, TaskState> taskStates;
    private final @Nullable List<AllocFieldState> allocStates;
    private @Nullable String previousAllocation;
    private @Nullable String nextAllocation;
    private final @Nullable String deploymentId;
    private @Nullable AllocDeploymentStatus deploymentStatus;
    private @Nullable RescheduleTracker rescheduleTracker;
    private @Nullable AllocNetworkStatus networkStatus;
    private @Nullable String followupEvalId;
    private final @Nullable List<String> preemptedAllocations;
    private final @Nullable String preemptedByAllocation;
    private final @Nullable String signingKeyId;
    private @Nullable Long createIndex;
    private @Nullable Long modifyIndex;
    private @Nullable Long allocModifyIndex;
    private @Nullable Long createTime;
    private @Nullable Long modifyTime;

    AllocEdit(Alloc from) {
        this.id = from.id();
        this.namespace = from.namespace();
        this.evalId = from.evalId();
        this.name = from.name();
        this.nodeId = from.nodeId();
        this.nodeName = from.nodeName();
        this.jobId = from.jobId();
        this.job = from.job();
        this.taskGroup = from.taskGroup();
        this.resources = from.resources();
        this.sharedResources = from.sharedResources();
        this.taskResources = from.taskResources();
        this.allocatedResources = from.allocatedResources();
        this.metrics = from.metrics();
        this.desiredStatus = from.desiredStatus();
        this.desiredDescription = from.desiredDescription();
        this.desiredTransition = from.desiredTransition();
        this.clientStatus = from.clientStatus();
        this.clientDescription = from.clientDescription();
        this.taskStates = from.taskStates();
        this.allocStates = from.allocStates();
        this.previousAllocation = from.previousAllocation();
        this.nextAllocation = from.nextAllocation();
        this.deploymentId = from.deploymentId();
        this.deploymentStatus = from.deploymentStatus();
        this.rescheduleTracker = from.rescheduleTracker();
        this.networkStatus = from.networkStatus();
        this.followupEvalId = from.followupEvalId();
        this.preemptedAllocations = from.preemptedAllocations();
        this.preemptedByAllocation = from.preemptedByAllocation();
        this.signingKeyId = from.signingKeyId();
        this.createIndex = from.createIndex();
        this.modifyIndex = from.modifyIndex();
        this.allocModifyIndex = from.allocModifyIndex();
        this.createTime = from.createTime();
        this.modifyTime = from.modifyTime();
    }

    /** Sets all that the client writes. */
    public AllocEdit client(Alloc.ClientPart value) {
        clientStatus = value.status();
        clientDescription = value.description();
        taskStates = value.taskStates();
        deploymentStatus = value.deploymentStatus();
        networkStatus = value.networkStatus();
        return this;
    }

    /** Sets the eval id. */
    public AllocEdit evalId(@Nullable String value) {
        evalId = value;
        return this;
    }

    /** Sets the job. */
    public AllocEdit job(@Nullable Job value) {
        job = value;
        return this;
    }

    /** Sets the resources. */
    public AllocEdit resources(@Nullable Resources value) {
        resources = value;
        return this;
    }

    /** Sets the shared resources. */
    public AllocEdit sharedResources(@Nullable Resources value) {
        sharedResources = value;
        return this;
    }

    /** Sets the task resources. */
    public AllocEdit taskResources(@Nullable Map<String, Resources> value) {
        taskResources = value;
        return this;
    }

    /** Sets the allocated resources. */
    public AllocEdit allocatedResources(@Nullable AllocatedResources value) {
        allocatedResources = value;
        return this;
    }

    /** Sets the metrics. */
    public AllocEdit metrics(@Nullable AllocMetric value) {
        metrics = value;
        return this;
    }

    /** Sets the desired status. */
    public AllocEdit desiredStatus(@Nullable String value) {
        desiredStatus = value;
        return this;
    }

    /** Sets the desired description. */
    public AllocEdit desiredDescription(@Nullable String value) {
        desiredDescription = value;
        return this;
    }

    /** Sets the desired transition. */
    public AllocEdit desiredTransition(@Nullable DesiredTransition value) {
        desiredTransition = value;
        return this;
    }

    /** Sets the previous allocation. */
    public AllocEdit previousAllocation(@Nullable String value) {
        previousAllocation = value;
        return this;
    }

    /** Sets the next allocation. */
    public AllocEdit nextAllocation(@Nullable String value) {
        nextAllocation = value;
        return this;
    }

    /** Sets the reschedule tracker. */
    public AllocEdit rescheduleTracker(@Nullable RescheduleTracker value) {
        rescheduleTracker = value;
        return this;
    }

    /** Sets the followup eval id. */
    public AllocEdit followupEvalId(@Nullable String value) {
        followupEvalId = value;
        return this;
    }

    /** Sets the create index. */
    public AllocEdit createIndex(@Nullable Long value) {
        createIndex = value;
        return this;
    }

    /** Sets the modify index. */
    public AllocEdit modifyIndex(@Nullable Long value) {
        modifyIndex = value;
        return this;
    }

    /** Sets the alloc modify index. */
    public AllocEdit allocModifyIndex(@Nullable Long value) {
        allocModifyIndex = value;
        return this;
    }

    /** Sets the create time. */
    public AllocEdit createTime(@Nullable Long value) {
        createTime = value;
        return this;
    }

    /** Sets the modify time. */
    public AllocEdit modifyTime(@Nullable Long value) {
        modifyTime = value;
        return this;
    }

    /** What it has become. */
    public Alloc done() {
        return new Alloc(
                id,
                namespace,
                evalId,
                name,
                nodeId,
                nodeName,
                jobId,
                job,
                taskGroup,
                resources,
                sharedResources,
                taskResources,
                allocatedResources,
                metrics,
                desiredStatus,
                desiredDescription,
                desiredTransition,
                clientStatus,
                clientDescription,
                taskStates,
                allocStates,
                previousAllocation,
                nextAllocation,
                deploymentId,
                deploymentStatus,
                rescheduleTracker,
                networkStatus,
                followupEvalId,
                preemptedAllocations,
                preemptedByAllocation,
                signingKeyId,
                createIndex,
                modifyIndex,
                allocModifyIndex,
                createTime,
                modifyTime);
    }
}
