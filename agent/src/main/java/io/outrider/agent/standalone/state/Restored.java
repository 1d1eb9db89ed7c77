package io.outrider.agent.standalone.state;

import io.outrider.agent.standalone.state.ClusterState.Contents;
import io.outrider.agent.standalone.tree.Filed;
import io.outrider.agent.standalone.tree.Tree;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
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
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** The state as an earlier agent left it. */
public final class Restored {

    private static final Logger LOG = LoggerFactory.getLogger(Restored.class);

    private final Map<Table, Map<String, Object>> found = new EnumMap<>(Table.class);
    private IndexRow row = new IndexRow(0, Map.of());

    private Restored() {}

    /** Reads back what was kept; the empty state when nothing was. */
    public static ClusterState of(Recovered recovered) {
        Restored restored = new Restored();
        recovered.rows().stream()
                .filter(kept -> kept.key().table() == StateKey.Table.CLUSTER)
                .forEach(restored::take);
        return restored.state();
    }

    private void take(Recovered.Row kept) {
        if (kept.key().equals(IndexRow.KEY)) {
            row = Json.read(kept.json(), IndexRow.class);
            return;
        }
        Optional<Table> table = Table.of(kept.key());
        if (table.isEmpty()) {
            LOG.warn("a kept value of an unknown kind is left alone: {}", kept.key());
            return;
        }
        String key = kept.key().id().substring(table.get().written().length() + 1);
        try {
            found.computeIfAbsent(table.get(), name -> new LinkedHashMap<>())
                    .put(key, Json.read(kept.json(), table.get().type()));
        } catch (JacksonException e) {
            LOG.error(
                    "the kept value {} cannot be read and is left out: {}. Is it from another version?",
                    kept.key(),
                    e.getOriginalMessage());
        }
    }

    private ClusterState state() {
        Tree<Job> versions = tree(Table.VERSIONS, Job.class);
        Contents contents = new Contents(
                tree(Table.JOBS, Job.class),
                versions,
                tree(Table.SUBMISSIONS, JobSubmission.class),
                Tree.empty(),
                evals(),
                allocs(versions),
                tree(Table.NODES, KeptNode.class),
                tree(Table.NODE_POOLS, NodePool.class),
                tree(Table.NAMESPACES, Namespace.class),
                tree(Table.VARIABLES, Variable.class),
                tree(Table.SCALING, Scalings.class),
                tree(Table.LAUNCHES, Launch.class),
                tree(Table.SCHEDULER, SchedulerConfig.class));
        return summarized(new ClusterState(row.index(), row.indexes(), contents));
    }

    private <V> Tree<V> tree(Table table, Class<V> type) {
        Tree<V> tree = Tree.empty();
        for (Map.Entry<String, Object> entry :
                found.getOrDefault(table, Map.of()).entrySet()) {
            tree = tree.with(entry.getKey(), type.cast(entry.getValue()));
        }
        return tree;
    }

    private Filed<Evaluation> evals() {
        Filed<Evaluation> evals = Filed.empty();
        for (Object value : found.getOrDefault(Table.EVALS, Map.of()).values()) {
            Evaluation eval = (Evaluation) value;
            evals = evals.with(Rows.place(eval), eval);
        }
        return evals;
    }

    private Filed<Alloc> allocs(Tree<Job> versions) {
        Filed<Alloc> allocs = Filed.empty();
        for (Object value : found.getOrDefault(Table.ALLOCS, Map.of()).values()) {
            KeptAlloc kept = (KeptAlloc) value;
            Alloc alloc = kept.alloc()
                    .edit()
                    .job(versions.get(kept.version()).orElse(null))
                    .done();
            allocs = allocs.with(Rows.place(alloc), alloc);
        }
        return allocs;
    }

    /** Counts are not kept. How many allocs wait is what the newest evaluation said. */
    private static ClusterState summarized(ClusterState state) {
        Rows rows = new Rows(state);
        for (Evaluation eval : state.evaluations()) {
            if (eval.queuedAllocations() != null) {
                rows.queued(
                        Keys.of(Keys.namespace(eval.namespace()), String.valueOf(eval.jobId())),
                        eval.queuedAllocations());
            }
        }
        Tree<JobSummary> summaries = Tree.empty();
        for (Job job : state.jobs()) {
            summaries = summaries.with(Keys.job(job), rows.summary(Keys.job(job), job));
        }
        rows.summaries(summaries);
        return new ClusterState(state.index(), state.indexes(), rows.now());
    }
}
