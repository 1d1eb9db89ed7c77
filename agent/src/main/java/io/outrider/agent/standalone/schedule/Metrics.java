package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.AllocMetric;
import io.outrider.state.model.node.Node;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is told of a try to place an alloc. The node is the only one there is. */
final class Metrics {

    private final Node node;
    private final boolean inPool;
    private final boolean available;

    /**
     * @param inPool whether the node is in the job's pool
     * @param available whether it is ready, in the pool, and in a datacenter of the job
     */
    Metrics(Node node, boolean inPool, boolean available) {
        this.node = node;
        this.inPool = inPool;
        this.available = available;
    }

    /** The node was not even looked at. */
    AllocMetric notLookedAt() {
        return of(0, null, null, null);
    }

    /** The node may not run the group. */
    AllocMetric filtered(String reason) {
        return of(1, reason, null, null);
    }

    /** The node has not enough of something. */
    AllocMetric exhausted(String dimension) {
        return of(1, null, dimension, null);
    }

    /** The node got it. */
    AllocMetric placed(double binpack) {
        Map<String, Double> scores = Map.of(
                "binpack", binpack, "job-anti-affinity", 0.0, "node-affinity", 0.0, "node-reschedule-penalty", 0.0);
        return of(1, null, null, new AllocMetric.NodeScoreMeta(node.id(), scores, binpack));
    }

    private AllocMetric of(
            long evaluated,
            @Nullable String filter,
            @Nullable String exhausted,
            AllocMetric.@Nullable NodeScoreMeta score) {
        return new AllocMetric(
                evaluated,
                filter == null ? 0L : 1L,
                inPool ? 1L : 0L,
                available ? Map.of(String.valueOf(node.datacenter()), 1L) : Map.of(),
                null,
                filter == null ? null : Map.of(filter, 1L),
                exhausted == null ? 0L : 1L,
                null,
                exhausted == null ? null : Map.of(exhausted, 1L),
                null,
                null,
                null,
                score == null ? null : List.of(score),
                0L,
                0L);
    }

    /** The same, and one alloc more that failed alike. */
    static AllocMetric again(AllocMetric metric) {
        return new AllocMetric(
                metric.nodesEvaluated(),
                metric.nodesFiltered(),
                metric.nodesInPool(),
                metric.nodesAvailable(),
                metric.classFiltered(),
                metric.constraintFiltered(),
                metric.nodesExhausted(),
                metric.classExhausted(),
                metric.dimensionExhausted(),
                metric.quotaExhausted(),
                metric.resourcesExhausted(),
                metric.scores(),
                metric.scoreMetaData(),
                metric.allocationTime(),
                metric.coalescedFailures() == null ? 1L : metric.coalescedFailures() + 1);
    }
}
