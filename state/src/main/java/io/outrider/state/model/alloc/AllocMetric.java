package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.resource.Resources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an alloc was placed.
 *
 * @param allocationTime nanoseconds
 */
public record AllocMetric(
        @JsonProperty("NodesEvaluated") @Nullable Long nodesEvaluated,
        @JsonProperty("NodesFiltered") @Nullable Long nodesFiltered,
        @JsonProperty("NodesInPool") @Nullable Long nodesInPool,
        @JsonProperty("NodesAvailable") @Nullable Map<String, Long> nodesAvailable,
        @JsonProperty("ClassFiltered") @Nullable Map<String, Long> classFiltered,
        @JsonProperty("ConstraintFiltered") @Nullable Map<String, Long> constraintFiltered,
        @JsonProperty("NodesExhausted") @Nullable Long nodesExhausted,
        @JsonProperty("ClassExhausted") @Nullable Map<String, Long> classExhausted,
        @JsonProperty("DimensionExhausted") @Nullable Map<String, Long> dimensionExhausted,
        @JsonProperty("QuotaExhausted") @Nullable List<String> quotaExhausted,
        @JsonProperty("ResourcesExhausted") @Nullable Map<String, Resources> resourcesExhausted,
        @JsonProperty("Scores") @Nullable Map<String, Double> scores,
        @JsonProperty("ScoreMetaData") @Nullable List<NodeScoreMeta> scoreMetaData,
        @JsonProperty("AllocationTime") @Nullable Long allocationTime,
        @JsonProperty("CoalescedFailures") @Nullable Long coalescedFailures) {
    public AllocMetric {
        nodesAvailable = Immutable.map(nodesAvailable);
        classFiltered = Immutable.map(classFiltered);
        constraintFiltered = Immutable.map(constraintFiltered);
        classExhausted = Immutable.map(classExhausted);
        dimensionExhausted = Immutable.map(dimensionExhausted);
        quotaExhausted = Immutable.list(quotaExhausted);
        resourcesExhausted = Immutable.map(resourcesExhausted);
        scores = Immutable.map(scores);
        scoreMetaData = Immutable.list(scoreMetaData);
    }

    /** Scores of one node. */
    public record NodeScoreMeta(
            @JsonProperty("NodeID") @Nullable String nodeId,
            @JsonProperty("Scores") @Nullable Map<String, Double> scores,
            @JsonProperty("NormScore") @Nullable Double normScore) {
        public NodeScoreMeta {
            scores = Immutable.map(scores);
        }
    }
}
