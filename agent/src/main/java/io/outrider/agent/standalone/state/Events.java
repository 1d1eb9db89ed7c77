package io.outrider.agent.standalone.state;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import java.util.List;

/** How the event stream speaks of what was changed. */
final class Events {

    private Events() {}

    static ClusterEvent of(String type, long index, Object value) {
        if (value instanceof Job job) {
            return new ClusterEvent("Job", type, job.id(), Keys.namespace(job.namespace()), null, index, job);
        }
        if (value instanceof Evaluation eval) {
            List<String> names = List.of(Immutable.text(eval.jobId()), Immutable.text(eval.deploymentId()));
            return new ClusterEvent(
                    "Evaluation", type, eval.id(), Keys.namespace(eval.namespace()), names, index, eval);
        }
        if (value instanceof Alloc alloc) {
            List<String> names = List.of(Immutable.text(alloc.jobId()), Immutable.text(alloc.deploymentId()));
            Alloc told = alloc.edit().job(null).done();
            return new ClusterEvent(
                    "Allocation", type, alloc.id(), Keys.namespace(alloc.namespace()), names, index, told);
        }
        if (value instanceof Node node) {
            return new ClusterEvent("Node", type, Immutable.text(node.id()), "", null, index, node);
        }
        if (value instanceof NodePool pool) {
            return new ClusterEvent("NodePool", type, pool.name(), "", null, index, pool);
        }
        throw new IllegalArgumentException("nothing that the event stream tells of: " + value.getClass());
    }
}
