package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.AllocMetric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One look of the scheduler at a job: why, and what came of it. What is empty is left out of its JSON.
 *
 * @param status {@code pending}, {@code blocked}, {@code complete}, {@code failed} or {@code canceled}
 * @param waitTime nanoseconds
 * @param waitUntil when it may be processed; null: at once
 * @param blockedEval the evaluation that waits for room on behalf of this one
 * @param failedGroups why groups could not be placed, by name
 * @param queuedAllocations allocs by group that are wanted and not placed
 * @param createTime nanoseconds since 1970
 * @param modifyTime nanoseconds since 1970
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Evaluation(
        @JsonProperty("ID") String id,
        @JsonProperty("Namespace") @Nullable String namespace,
        @JsonProperty("Priority") @Nullable Long priority,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("TriggeredBy") @Nullable String triggeredBy,
        @JsonProperty("JobID") @Nullable String jobId,
        @JsonProperty("JobModifyIndex") @Nullable Long jobModifyIndex,
        @JsonProperty("NodeID") @Nullable String nodeId,
        @JsonProperty("NodeModifyIndex") @Nullable Long nodeModifyIndex,
        @JsonProperty("DeploymentID") @Nullable String deploymentId,
        @JsonProperty("Status") @Nullable String status,
        @JsonProperty("StatusDescription") @Nullable String statusDescription,
        @JsonProperty("Wait") @Nullable Long waitTime,
        @JsonProperty("WaitUntil") @Nullable Instant waitUntil,
        @JsonProperty("NextEval") @Nullable String nextEval,
        @JsonProperty("PreviousEval") @Nullable String previousEval,
        @JsonProperty("BlockedEval") @Nullable String blockedEval,
        @JsonProperty("RelatedEvals") @Nullable List<Related> relatedEvals,
        @JsonProperty("FailedTGAllocs") @Nullable Map<String, AllocMetric> failedGroups,
        @JsonProperty("ClassEligibility") @Nullable Map<String, Boolean> classEligibility,
        @JsonProperty("EscapedComputedClass") @Nullable Boolean escapedComputedClass,
        @JsonProperty("AnnotatePlan") @Nullable Boolean annotatePlan,
        @JsonProperty("QueuedAllocations") @Nullable Map<String, Long> queuedAllocations,
        @JsonProperty("SnapshotIndex") @Nullable Long snapshotIndex,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex,
        @JsonProperty("CreateTime") @Nullable Long createTime,
        @JsonProperty("ModifyTime") @Nullable Long modifyTime) {
    /** Not processed yet. */
    public static final String PENDING = "pending";
    /** Waits for room. */
    public static final String BLOCKED = "blocked";
    /** Processed. */
    public static final String COMPLETE = "complete";
    /** Could not be processed. */
    public static final String FAILED = "failed";
    /** No longer needed. */
    public static final String CANCELED = "canceled";

    public Evaluation {
        id = Immutable.text(id);
        relatedEvals = Immutable.list(relatedEvals);
        failedGroups = Immutable.map(failedGroups);
        classEligibility = Immutable.map(classEligibility);
        queuedAllocations = Immutable.map(queuedAllocations);
    }

    /** A copy to change. */
    public EvaluationEdit edit() {
        return new EvaluationEdit(this);
    }

    /** Whether it is in line and may be processed at {@code now}. */
    public boolean isDue(Instant now) {
        return PENDING.equals(status) && (waitUntil == null || !waitUntil.isAfter(now));
    }

    /** Whether nothing will come of it any more. */
    public boolean ended() {
        return COMPLETE.equals(status) || FAILED.equals(status) || CANCELED.equals(status);
    }

    /** The short form of an evaluation that belongs to another. */
    public Related related() {
        return new Related(
                id,
                Immutable.text(namespace),
                priority == null ? 0 : priority,
                Immutable.text(type),
                Immutable.text(triggeredBy),
                Immutable.text(jobId),
                Immutable.text(nodeId),
                Immutable.text(deploymentId),
                Immutable.text(status),
                Immutable.text(statusDescription),
                waitUntil,
                Immutable.text(nextEval),
                Immutable.text(previousEval),
                Immutable.text(blockedEval),
                createIndex == null ? 0 : createIndex,
                modifyIndex == null ? 0 : modifyIndex,
                createTime == null ? 0 : createTime,
                modifyTime == null ? 0 : modifyTime);
    }

    /** What an evaluation tells of another. */
    public record Related(
            @JsonProperty("ID") String id,
            @JsonProperty("Namespace") String namespace,
            @JsonProperty("Priority") long priority,
            @JsonProperty("Type") String type,
            @JsonProperty("TriggeredBy") String triggeredBy,
            @JsonProperty("JobID") String jobId,
            @JsonProperty("NodeID") String nodeId,
            @JsonProperty("DeploymentID") String deploymentId,
            @JsonProperty("Status") String status,
            @JsonProperty("StatusDescription") String statusDescription,
            @JsonProperty("WaitUntil") @Nullable Instant waitUntil,
            @JsonProperty("NextEval") String nextEval,
            @JsonProperty("PreviousEval") String previousEval,
            @JsonProperty("BlockedEval") String blockedEval,
            @JsonProperty("CreateIndex") long createIndex,
            @JsonProperty("ModifyIndex") long modifyIndex,
            @JsonProperty("CreateTime") long createTime,
            @JsonProperty("ModifyTime") long modifyTime) {}
}
