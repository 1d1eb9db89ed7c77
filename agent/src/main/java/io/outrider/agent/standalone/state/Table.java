package io.outrider.agent.standalone.state;

import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobSubmission;
import io.outrider.state.model.cluster.JobSummary;
import io.outrider.state.model.cluster.Launch;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.cluster.Scalings;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.StateKey;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The tables of a cluster's state; each has the index of its last change. */
public enum Table {
    /** The newest version of every job. */
    JOBS(Job.class),
    /** Versions of jobs, as many as are remembered or run. */
    VERSIONS(Job.class),
    /** Counts of every job; derived from the others, never kept. */
    SUMMARIES(JobSummary.class),
    /** Texts that versions were made from. */
    SUBMISSIONS(JobSubmission.class),
    /** Evaluations. */
    EVALS(Evaluation.class),
    /** Allocs. */
    ALLOCS(KeptAlloc.class),
    /** Rollouts; always empty until there are any. */
    DEPLOYMENTS(Object.class),
    /** The node. */
    NODES(KeptNode.class),
    /** Node pools. */
    NODE_POOLS(NodePool.class),
    /** Namespaces. */
    NAMESPACES(Namespace.class),
    /** Variables. */
    VARIABLES(Variable.class),
    /** Changes of counts, by group. */
    SCALING(Scalings.class),
    /** Last launches of periodic jobs. */
    LAUNCHES(Launch.class),
    /** Settings of the scheduler. */
    SCHEDULER(SchedulerConfig.class);

    private final Class<?> type;

    Table(Class<?> type) {
        this.type = type;
    }

    Class<?> type() {
        return type;
    }

    /** Where the store keeps a value of this table. */
    StateKey key(String id) {
        return new StateKey(StateKey.Table.CLUSTER, written() + "/" + id);
    }

    String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Table> of(StateKey key) {
        String name = key.id().substring(0, Math.max(0, key.id().indexOf('/')));
        return Arrays.stream(values())
                .filter(table -> table.written().equals(name))
                .findFirst();
    }
}
