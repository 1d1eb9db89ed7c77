package io.outrider.state.model.cluster;

import io.outrider.state.model.alloc.AllocMetric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An evaluation under change: what is not set stays as it was. Not thread-safe. */
public final class EvaluationEdit {

    private String id;
    private @Nullable String namespace;
    private @Nullable Long priority;
    private @Nullable String type;
    private @Nullable String triggeredBy;
    private @Nullable String jobId;
    private @Nullable Long jobModifyIndex;
    private @Nullable String nodeId;
    private @Nullable Long nodeModifyIndex;
    private @Nullable String deploymentId;
    private @Nullable String status;
    private @Nullable String statusDescription;
    private @Nullable Long waitTime;
    private @Nullable Instant waitUntil;
    private @Nullable String nextEval;
    private @Nullable String previousEval;
    private @Nullable String blockedEval;
    private @Nullable List<Evaluation.Related> relatedEvals;
    private @Nullable Map<String, AllocMetric> failedGroups;
    private @Nullable Map<String, Boolean> classEligibility;
    private @Nullable Boolean escapedComputedClass;
    private @Nullable Boolean annotatePlan;
    private @Nullable Map<String, Long> queuedAllocations;
    private @Nullable Long snapshotIndex;
    private @Nullable Long createIndex;
    private @Nullable Long modifyIndex;
    private @Nullable Long createTime;
    private @Nullable Long modifyTime;

    EvaluationEdit(Evaluation from) {
        this.id = from.id();
        this.namespace = from.namespace();
        this.priority = from.priority();
        this.type = from.type();
        this.triggeredBy = from.triggeredBy();
        this.jobId = from.jobId();
        this.jobModifyIndex = from.jobModifyIndex();
        this.nodeId = from.nodeId();
        this.nodeModifyIndex = from.nodeModifyIndex();
        this.deploymentId = from.deploymentId();
        this.status = from.status();
        this.statusDescription = from.statusDescription();
        this.waitTime = from.waitTime();
        this.waitUntil = from.waitUntil();
        this.nextEval = from.nextEval();
        this.previousEval = from.previousEval();
        this.blockedEval = from.blockedEval();
        this.relatedEvals = from.relatedEvals();
        this.failedGroups = from.failedGroups();
        this.classEligibility = from.classEligibility();
        this.escapedComputedClass = from.escapedComputedClass();
        this.annotatePlan = from.annotatePlan();
        this.queuedAllocations = from.queuedAllocations();
        this.snapshotIndex = from.snapshotIndex();
        this.createIndex = from.createIndex();
        this.modifyIndex = from.modifyIndex();
        this.createTime = from.createTime();
        this.modifyTime = from.modifyTime();
    }

    /** Sets the id. */
    public EvaluationEdit id(String value) {
        id = value;
        return this;
    }

    /** Sets the namespace. */
    public EvaluationEdit namespace(@Nullable String value) {
        namespace = value;
        return this;
    }

    /** Sets the priority. */
    public EvaluationEdit priority(@Nullable Long value) {
        priority = value;
        return this;
    }

    /** Sets the type. */
    public EvaluationEdit type(@Nullable String value) {
        type = value;
        return this;
    }

    /** Sets the triggered by. */
    public EvaluationEdit triggeredBy(@Nullable String value) {
        triggeredBy = value;
        return this;
    }

    /** Sets the job id. */
    public EvaluationEdit jobId(@Nullable String value) {
        jobId = value;
        return this;
    }

    /** Sets the job modify index. */
    public EvaluationEdit jobModifyIndex(@Nullable Long value) {
        jobModifyIndex = value;
        return this;
    }

    /** Sets the node id. */
    public EvaluationEdit nodeId(@Nullable String value) {
        nodeId = value;
        return this;
    }

    /** Sets the node modify index. */
    public EvaluationEdit nodeModifyIndex(@Nullable Long value) {
        nodeModifyIndex = value;
        return this;
    }

    /** Sets the deployment id. */
    public EvaluationEdit deploymentId(@Nullable String value) {
        deploymentId = value;
        return this;
    }

    /** Sets the status. */
    public EvaluationEdit status(@Nullable String value) {
        status = value;
        return this;
    }

    /** Sets the status description. */
    public EvaluationEdit statusDescription(@Nullable String value) {
        statusDescription = value;
        return this;
    }

    /** Sets the wait time. */
    public EvaluationEdit waitTime(@Nullable Long value) {
        waitTime = value;
        return this;
    }

    /** Sets the wait until. */
    public EvaluationEdit waitUntil(@Nullable Instant value) {
        waitUntil = value;
        return this;
    }

    /** Sets the next eval. */
    public EvaluationEdit nextEval(@Nullable String value) {
        nextEval = value;
        return this;
    }

    /** Sets the previous eval. */
    public EvaluationEdit previousEval(@Nullable String value) {
        previousEval = value;
        return this;
    }

    /** Sets the blocked eval. */
    public EvaluationEdit blockedEval(@Nullable String value) {
        blockedEval = value;
        return this;
    }

    /** Sets the related evals. */
    public EvaluationEdit relatedEvals(@Nullable List<Evaluation.Related> value) {
        relatedEvals = value;
        return this;
    }

    /** Sets the failed groups. */
    public EvaluationEdit failedGroups(@Nullable Map<String, AllocMetric> value) {
        failedGroups = value;
        return this;
    }

    /** Sets the class eligibility. */
    public EvaluationEdit classEligibility(@Nullable Map<String, Boolean> value) {
        classEligibility = value;
        return this;
    }

    /** Sets the escaped computed class. */
    public EvaluationEdit escapedComputedClass(@Nullable Boolean value) {
        escapedComputedClass = value;
        return this;
    }

    /** Sets the annotate plan. */
    public EvaluationEdit annotatePlan(@Nullable Boolean value) {
        annotatePlan = value;
        return this;
    }

    /** Sets the queued allocations. */
    public EvaluationEdit queuedAllocations(@Nullable Map<String, Long> value) {
        queuedAllocations = value;
        return this;
    }

    /** Sets the snapshot index. */
    public EvaluationEdit snapshotIndex(@Nullable Long value) {
        snapshotIndex = value;
        return this;
    }

    /** Sets the create index. */
    public EvaluationEdit createIndex(@Nullable Long value) {
        createIndex = value;
        return this;
    }

    /** Sets the modify index. */
    public EvaluationEdit modifyIndex(@Nullable Long value) {
        modifyIndex = value;
        return this;
    }

    /** Sets the create time. */
    public EvaluationEdit createTime(@Nullable Long value) {
        createTime = value;
        return this;
    }

    /** Sets the modify time. */
    public EvaluationEdit modifyTime(@Nullable Long value) {
        modifyTime = value;
        return this;
    }

    /** What it has become. */
    public Evaluation done() {
        return new Evaluation(
                id,
                namespace,
                priority,
                type,
                triggeredBy,
                jobId,
                jobModifyIndex,
                nodeId,
                nodeModifyIndex,
                deploymentId,
                status,
                statusDescription,
                waitTime,
                waitUntil,
                nextEval,
                previousEval,
                blockedEval,
                relatedEvals,
                failedGroups,
                classEligibility,
                escapedComputedClass,
                annotatePlan,
                queuedAllocations,
                snapshotIndex,
                createIndex,
                modifyIndex,
                createTime,
                modifyTime);
    }
}
