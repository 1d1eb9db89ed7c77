package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An alloc: one placement of a task group on a node, what it should be and what it is.
 *
 * @param id empty when unset
 * @param createTime nanoseconds since 1970
 * @param modifyTime nanoseconds since 1970
 */
public record Alloc(
        @JsonProperty("ID") String id,
        @JsonProperty("Namespace") @Nullable String namespace,
        @JsonProperty("EvalID") @Nullable String evalId,
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("NodeID") @Nullable String nodeId,
        @JsonProperty("NodeName") @Nullable String nodeName,
        @JsonProperty("JobID") @Nullable String jobId,
        @JsonProperty("Job") @Nullable Job job,
        @JsonProperty("TaskGroup") @Nullable String taskGroup,
        @JsonProperty("Resources") @Nullable Resources resources,
        @JsonProperty("SharedResources") @Nullable Resources sharedResources,
        @JsonProperty("TaskResources") @Nullable Map<String, Resources> taskResources,
        @JsonProperty("AllocatedResources") @Nullable AllocatedResources allocatedResources,
        @JsonProperty("Metrics") @Nullable AllocMetric metrics,
        @JsonProperty("DesiredStatus") @Nullable String desiredStatus,

        @JsonProperty("DesiredDescription") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        String desiredDescription,

        @JsonProperty("DesiredTransition") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        DesiredTransition desiredTransition,

        @JsonProperty("ClientStatus") @Nullable String clientStatus,
        @JsonProperty("ClientDescription") @Nullable String clientDescription,
        @JsonProperty("TaskStates") @Nullable Map<String, TaskState> taskStates,

        @JsonProperty("AllocStates") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        List<AllocFieldState> allocStates,

        @JsonProperty("PreviousAllocation") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        String previousAllocation,

        @JsonProperty("NextAllocation") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        String nextAllocation,

        @JsonProperty("DeploymentID") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        String deploymentId,

        @JsonProperty("DeploymentStatus") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        AllocDeploymentStatus deploymentStatus,

        @JsonProperty("RescheduleTracker") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        RescheduleTracker rescheduleTracker,

        @JsonProperty("NetworkStatus") @Nullable AllocNetworkStatus networkStatus,

        @JsonProperty("FollowupEvalID") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        String followupEvalId,

        @JsonProperty("PreemptedAllocations") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        List<String> preemptedAllocations,

        @JsonProperty("PreemptedByAllocation") @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable
        String preemptedByAllocation,

        @JsonProperty("SigningKeyID") @Nullable String signingKeyId,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex,
        @JsonProperty("AllocModifyIndex") @Nullable Long allocModifyIndex,
        @JsonProperty("CreateTime") @Nullable Long createTime,
        @JsonProperty("ModifyTime") @Nullable Long modifyTime) {
    public Alloc {
        id = Immutable.text(id);
        taskResources = Immutable.map(taskResources);
        taskStates = Immutable.map(taskStates);
        allocStates = Immutable.list(allocStates);
        preemptedAllocations = Immutable.list(preemptedAllocations);
    }

    /** The alloc's group in its job; empty where either is unknown. */
    public Optional<TaskGroup> group() {
        List<TaskGroup> groups = job == null ? List.of() : job.groups();
        return groups.stream()
                .filter(group -> Immutable.text(group.name()).equals(taskGroup))
                .findFirst();
    }

    /** Whether it has ended for good, says the node that runs it. */
    public boolean clientTerminal() {
        return isTerminal(clientStatus);
    }

    /** Whether whoever placed it wants it stopped. */
    public boolean serverTerminal() {
        return "stop".equals(desiredStatus) || "evict".equals(desiredStatus);
    }

    /** Whether it runs, or will, and nobody wants it stopped. */
    public boolean lives() {
        return !clientTerminal() && !serverTerminal();
    }

    /** Whether an alloc of this client status has ended for good. */
    public static boolean isTerminal(@Nullable String clientStatus) {
        return "complete".equals(clientStatus) || "failed".equals(clientStatus) || "lost".equals(clientStatus);
    }

    /** This alloc with what its client has found out. */
    public Alloc withClient(ClientPart client) {
        return edit().client(client).done();
    }

    /** This alloc with what is wanted of it. */
    public Alloc withDesired(String status, String description) {
        return edit().desiredStatus(status).desiredDescription(description).done();
    }

    /** This alloc with the index and time of its last change. */
    public Alloc withModified(long index, long time) {
        return edit().modifyIndex(index).modifyTime(time).done();
    }

    /** A copy to change. */
    public AllocEdit edit() {
        return new AllocEdit(this);
    }

    /** What the client knows of this alloc. */
    public ClientPart client() {
        return new ClientPart(clientStatus, clientDescription, taskStates, deploymentStatus, networkStatus);
    }

    /**
     * The part of an alloc that its client writes.
     *
     * @param status {@code pending}, {@code running}, {@code complete}, {@code failed} ...
     */
    public record ClientPart(
            @Nullable String status,
            @Nullable String description,
            @Nullable Map<String, TaskState> taskStates,
            @Nullable AllocDeploymentStatus deploymentStatus,
            @Nullable AllocNetworkStatus networkStatus) {}
}
