package io.outrider.agent.standalone.state;

import io.outrider.agent.job.JobKey;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobSubmission;
import io.outrider.state.model.cluster.Launch;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.cluster.Scalings;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One change of the state under way: what it does is seen by itself at once, and by others when it has been committed.
 * Everything in it gets one index. Not thread-safe.
 */
public final class Draft {

    private static final long NANOS = 1_000_000_000L;

    private final Rows rows;
    private final Instant now;

    /** A change that comes after {@code before}. */
    public Draft(ClusterState before, Instant now) {
        this.rows = new Rows(before);
        this.now = now;
    }

    /** The index of this change. */
    public long index() {
        return rows.index();
    }

    /** When it is made. */
    public Instant now() {
        return now;
    }

    /** When it is made, in nanoseconds since 1970. */
    public long nanos() {
        return now.getEpochSecond() * NANOS + now.getNano();
    }

    /** The state with what was changed so far; counts and statuses of jobs are brought up to date at the end. */
    public ClusterState state() {
        return rows.state();
    }

    /** What the event stream calls this change. */
    public void cause(String type) {
        rows.cause(type);
    }

    /** Sets the newest version of a job and remembers it as a version. */
    public void register(Job job) {
        String key = Keys.job(job);
        rows.jobs(rows.now().jobs().with(key, job));
        rows.versions(rows.now().versions().with(Keys.version(job), job));
        rows.put(Table.JOBS, key, job);
        rows.put(Table.VERSIONS, Keys.version(job), job);
        rows.tell(Table.JOBS, key, job);
        rows.touch(key);
        forgetVersions(
                Versions.older(rows.now().versions().prefixed(Keys.registration(key, Keys.number(job.createIndex())))));
    }

    /** Sets one of the remembered versions of a job, and nothing else. */
    public void version(Job version) {
        rows.versions(rows.now().versions().with(Keys.version(version), version));
        rows.put(Table.VERSIONS, Keys.version(version), version);
    }

    /** Sets what of a job is no part of its versions: status, indexes. */
    public void put(Job job) {
        rows.putJob(Keys.job(job), job);
    }

    /** Removes a job and all that belongs to it but its evaluations and allocs. */
    public void remove(Job job) {
        String key = Keys.job(job);
        List<Job> versions = rows.now().versions().prefixed(Keys.registration(key, Keys.number(job.createIndex())));
        rows.jobs(rows.now().jobs().without(key));
        rows.scalings(rows.now().scalings().without(key));
        rows.launches(rows.now().launches().without(key));
        List.of(Table.JOBS, Table.SCALING, Table.LAUNCHES).forEach(table -> rows.delete(table, key));
        versions.forEach(this::forgetSubmission);
        rows.untouch(key);
        forgetVersions(versions);
        rows.tell(Table.JOBS, key, job);
    }

    private void forgetVersions(List<Job> versions) {
        if (versions.isEmpty()) {
            return;
        }
        Job any = versions.get(0);
        List<String> run = rows.state().allocs(JobKey.of(any)).stream()
                .map(KeptAlloc::of)
                .map(KeptAlloc::version)
                .toList();
        versions.forEach(version -> {
            forgetSubmission(version);
            if (!run.contains(Keys.version(version))) {
                rows.versions(rows.now().versions().without(Keys.version(version)));
                rows.delete(Table.VERSIONS, Keys.version(version));
            }
        });
    }

    private void forgetSubmission(Job version) {
        String key = Keys.version(version);
        if (rows.now().submissions().get(key).isPresent()) {
            rows.submissions(rows.now().submissions().without(key));
            rows.delete(Table.SUBMISSIONS, key);
        }
    }

    /** Keeps the text that a version was made from. */
    public void put(Job version, JobSubmission text) {
        String key = Keys.version(version);
        rows.submissions(rows.now().submissions().with(key, text));
        rows.put(Table.SUBMISSIONS, key, text);
    }

    /** Sets an evaluation. */
    public void put(Evaluation eval) {
        rows.evals(rows.now().evals().with(Rows.place(eval), eval));
        rows.put(Table.EVALS, eval.id(), eval);
        rows.tell(Table.EVALS, eval.id(), eval);
        if (eval.queuedAllocations() != null) {
            rows.queued(jobKey(eval), eval.queuedAllocations());
        }
        rows.touch(jobKey(eval));
    }

    /** Forgets an evaluation. */
    public void remove(Evaluation eval) {
        rows.evals(rows.now().evals().without(Rows.place(eval)));
        rows.delete(Table.EVALS, eval.id());
    }

    /** Sets an alloc, with its job. */
    public void put(Alloc alloc) {
        rows.allocs(rows.now().allocs().with(Rows.place(alloc), alloc));
        rows.put(Table.ALLOCS, alloc.id(), KeptAlloc.of(alloc));
        rows.tell(Table.ALLOCS, alloc.id(), alloc);
        rows.touch(jobKey(alloc));
    }

    /** Forgets an alloc: it leaves the node. */
    public void remove(Alloc alloc) {
        rows.allocs(rows.now().allocs().without(Rows.place(alloc)));
        rows.delete(Table.ALLOCS, alloc.id());
        rows.touch(jobKey(alloc));
        Job version = alloc.job();
        if (version != null && !isRemembered(version)) {
            forgetVersions(List.of(version));
        }
    }

    private boolean isRemembered(Job version) {
        return rows.state().versions(JobKey.of(version)).stream()
                .anyMatch(job -> Keys.version(job).equals(Keys.version(version)));
    }

    private static String jobKey(Evaluation eval) {
        return Keys.of(Keys.namespace(eval.namespace()), Immutable.text(eval.jobId()));
    }

    private static String jobKey(Alloc alloc) {
        return Keys.of(Keys.namespace(alloc.namespace()), Immutable.text(alloc.jobId()));
    }

    /** Sets the node, and leaves what was asked of its metadata. */
    public void put(Node node) {
        put(node, rows.state().dynamicMeta(Immutable.text(node.id())));
    }

    /** Sets the node and what was asked to be different of its metadata. */
    public void put(Node node, Map<String, @Nullable String> dynamicMeta) {
        String id = Objects.requireNonNull(node.id(), "node id");
        KeptNode kept = new KeptNode(node, dynamicMeta);
        rows.nodes(rows.now().nodes().with(id, kept));
        rows.put(Table.NODES, id, kept);
        rows.tell(Table.NODES, id, node);
    }

    /** Sets a node pool. */
    public void put(NodePool pool) {
        rows.nodePools(rows.now().nodePools().with(pool.name(), pool));
        rows.put(Table.NODE_POOLS, pool.name(), pool);
        rows.tell(Table.NODE_POOLS, pool.name(), pool);
    }

    /** Removes a node pool. */
    public void remove(NodePool pool) {
        rows.nodePools(rows.now().nodePools().without(pool.name()));
        rows.delete(Table.NODE_POOLS, pool.name());
        rows.tell(Table.NODE_POOLS, pool.name(), pool);
    }

    /** Sets a namespace. */
    public void put(Namespace namespace) {
        rows.namespaces(rows.now().namespaces().with(namespace.name(), namespace));
        rows.put(Table.NAMESPACES, namespace.name(), namespace);
    }

    /** Removes a namespace. */
    public void remove(Namespace namespace) {
        rows.namespaces(rows.now().namespaces().without(namespace.name()));
        rows.delete(Table.NAMESPACES, namespace.name());
    }

    /** Sets a variable. */
    public void put(Variable variable) {
        String key = Keys.of(Keys.namespace(variable.namespace()), Immutable.text(variable.path()));
        rows.variables(rows.now().variables().with(key, variable));
        rows.put(Table.VARIABLES, key, variable);
    }

    /** Removes a variable. */
    public void remove(Variable variable) {
        String key = Keys.of(Keys.namespace(variable.namespace()), Immutable.text(variable.path()));
        rows.variables(rows.now().variables().without(key));
        rows.delete(Table.VARIABLES, key);
    }

    /** Sets what was done to the counts of a job. */
    public void put(Scalings scalings) {
        String key = Keys.of(scalings.namespace(), scalings.jobId());
        rows.scalings(rows.now().scalings().with(key, scalings));
        rows.put(Table.SCALING, key, scalings);
    }

    /** Sets when a periodic job was last launched. */
    public void put(Launch launch) {
        String key = Keys.of(launch.namespace(), launch.jobId());
        rows.launches(rows.now().launches().with(key, launch));
        rows.put(Table.LAUNCHES, key, launch);
    }

    /** Sets the scheduler's settings. */
    public void put(SchedulerConfig config) {
        rows.scheduler(rows.now().scheduler().with("", config));
        rows.put(Table.SCHEDULER, "", config);
    }

    /** What this change is, whole. */
    public Change done() {
        return rows.done();
    }
}
