package io.outrider.agent.standalone.state;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.tree.Filed;
import io.outrider.agent.standalone.tree.Tree;
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
import io.outrider.state.model.node.Node;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything a control plane knows at one index. Immutable: whoever holds it may read it on any thread for as long as
 * it likes. Lists come in the API's order: jobs, variables and the like by namespace and name, evaluations and allocs
 * by the index that made them.
 */
public final class ClusterState {

    private final long index;
    private final Map<Table, Long> indexes;
    private final Contents contents;

    ClusterState(long index, Map<Table, Long> indexes, Contents contents) {
        this.index = index;
        this.indexes = new EnumMap<>(indexes);
        this.contents = contents;
    }

    /** Nothing, before the first change. */
    static ClusterState empty() {
        return new ClusterState(0, new EnumMap<>(Table.class), Contents.EMPTY);
    }

    Contents contents() {
        return contents;
    }

    Map<Table, Long> indexes() {
        return new EnumMap<>(indexes);
    }

    /** The index of the last change; it rises with every change, over restarts too. */
    public long index() {
        return index;
    }

    /** The index of the last change of one table; 0 when it was never changed. */
    public long index(Table table) {
        return indexes.getOrDefault(table, 0L);
    }

    /** All jobs, stopped ones too. */
    public List<Job> jobs() {
        return contents.jobs().values();
    }

    /** Jobs of a namespace. */
    public List<Job> jobs(String namespace) {
        return contents.jobs().prefixed(Keys.of(namespace, ""));
    }

    /** The newest version of a job. */
    public Optional<Job> job(JobKey key) {
        return contents.jobs().get(Keys.of(key.namespace(), key.id()));
    }

    /** The remembered versions of a job as it is registered now, newest first. */
    public List<Job> versions(JobKey key) {
        return job(key).map(job ->
                        contents.versions().prefixed(Keys.registration(Keys.job(job), Keys.number(job.createIndex()))))
                .map(Versions::remembered)
                .orElse(List.of());
    }

    /** One of the remembered versions of a job. */
    public Optional<Job> version(JobKey key, long version) {
        return versions(key).stream()
                .filter(job -> Keys.number(job.version()) == version)
                .findFirst();
    }

    /** The text that a version of a job was made from. */
    public Optional<JobSubmission> submission(JobKey key, long version) {
        return version(key, version).flatMap(job -> contents.submissions().get(Keys.version(job)));
    }

    /** Counts of a job; there for every job. */
    public Optional<JobSummary> summary(JobKey key) {
        return contents.summaries().get(Keys.of(key.namespace(), key.id()));
    }

    /** Jobs that were dispatched or launched from a job. */
    public List<Job> children(JobKey parent) {
        return contents.jobs().prefixed(Keys.of(parent.namespace(), parent.id() + "/")).stream()
                .filter(job -> parent.id().equals(job.parentId()))
                .toList();
    }

    /** All evaluations. */
    public List<Evaluation> evaluations() {
        return contents.evals().byCreation().values();
    }

    /** Evaluations of a job, also of one that is no longer there. */
    public List<Evaluation> evaluations(JobKey job) {
        return contents.evals().of(Keys.under(job.namespace(), job.id()));
    }

    /** One evaluation. */
    public Optional<Evaluation> evaluation(String id) {
        return contents.evals().get(id);
    }

    /** Evaluations whose ID begins with {@code prefix}, by ID. */
    public List<Evaluation> evaluationsWith(String prefix) {
        return contents.evals().byId().prefixed(prefix);
    }

    /** All allocs, ended ones too, each with its job. */
    public List<Alloc> allocs() {
        return contents.allocs().byCreation().values();
    }

    /** Allocs of a job, also of one that is no longer there. */
    public List<Alloc> allocs(JobKey job) {
        return contents.allocs().of(Keys.under(job.namespace(), job.id()));
    }

    /** One alloc. */
    public Optional<Alloc> alloc(String id) {
        return contents.allocs().get(id);
    }

    /** Allocs whose ID begins with {@code prefix}, by ID. */
    public List<Alloc> allocsWith(String prefix) {
        return contents.allocs().byId().prefixed(prefix);
    }

    /** The node; a list, as there is none before the agent has found out what it is. */
    public List<Node> nodes() {
        return contents.nodes().values().stream().map(KeptNode::node).toList();
    }

    /** The node, by its ID. */
    public Optional<Node> node(String id) {
        return contents.nodes().get(id).map(KeptNode::node);
    }

    /** What was asked to be different of the metadata of the node; null hides a value of its config. */
    public Map<String, @Nullable String> dynamicMeta(String nodeId) {
        return contents.nodes().get(nodeId).map(KeptNode::dynamicMeta).orElse(Map.of());
    }

    /** All node pools. */
    public List<NodePool> nodePools() {
        return contents.nodePools().values();
    }

    /** One node pool. */
    public Optional<NodePool> nodePool(String name) {
        return contents.nodePools().get(name);
    }

    /** All namespaces. */
    public List<Namespace> namespaces() {
        return contents.namespaces().values();
    }

    /** One namespace. */
    public Optional<Namespace> namespace(String name) {
        return contents.namespaces().get(name);
    }

    /** All variables, with their items. */
    public List<Variable> variables() {
        return contents.variables().values();
    }

    /** Variables of a namespace whose path begins with {@code prefix}. */
    public List<Variable> variables(String namespace, String prefix) {
        return contents.variables().prefixed(Keys.of(namespace, prefix));
    }

    /** One variable. */
    public Optional<Variable> variable(String namespace, String path) {
        return contents.variables().get(Keys.of(namespace, path));
    }

    /** What was done to the counts of a job's groups. */
    public Optional<Scalings> scalings(JobKey job) {
        return contents.scalings().get(Keys.of(job.namespace(), job.id()));
    }

    /** When a periodic job was last launched. */
    public Optional<Launch> launch(JobKey job) {
        return contents.launches().get(Keys.of(job.namespace(), job.id()));
    }

    /** Settings of the scheduler. */
    public SchedulerConfig scheduler() {
        return contents.scheduler().get("").orElse(SchedulerConfig.STANDARD);
    }

    /** The tables themselves. */
    record Contents(
            Tree<Job> jobs,
            Tree<Job> versions,
            Tree<JobSubmission> submissions,
            Tree<JobSummary> summaries,
            Filed<Evaluation> evals,
            Filed<Alloc> allocs,
            Tree<KeptNode> nodes,
            Tree<NodePool> nodePools,
            Tree<Namespace> namespaces,
            Tree<Variable> variables,
            Tree<Scalings> scalings,
            Tree<Launch> launches,
            Tree<SchedulerConfig> scheduler) {
        static final Contents EMPTY = new Contents(
                Tree.empty(),
                Tree.empty(),
                Tree.empty(),
                Tree.empty(),
                Filed.empty(),
                Filed.empty(),
                Tree.empty(),
                Tree.empty(),
                Tree.empty(),
                Tree.empty(),
                Tree.empty(),
                Tree.empty(),
                Tree.empty());
    }
}
