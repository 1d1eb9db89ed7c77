package io.outrider.agent.standalone.state;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.ClusterState.Contents;
import io.outrider.agent.standalone.tree.Filed;
import io.outrider.agent.standalone.tree.Tree;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.cluster.JobSubmission;
import io.outrider.state.model.cluster.JobSummary;
import io.outrider.state.model.cluster.Launch;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.cluster.Scalings;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.Commit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tables under a {@link Draft}, what has to be written of them, and what is derived at the end. */
final class Rows {

    private final ClusterState before;
    private final long index;
    private final Map<Table, Long> indexes;
    private final Map<String, Commit.Change> writes = new LinkedHashMap<>();
    private final Map<String, ClusterEvent> events = new LinkedHashMap<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private final Map<String, Map<String, Long>> queued = new HashMap<>();
    private String cause = "";
    private Contents now;

    Rows(ClusterState before) {
        this.before = before;
        this.index = before.index() + 1;
        this.indexes = before.indexes();
        this.now = before.contents();
    }

    long index() {
        return index;
    }

    Contents now() {
        return now;
    }

    ClusterState state() {
        return new ClusterState(index, indexes, now);
    }

    void cause(String type) {
        cause = type;
    }

    void put(Table table, String key, Object value) {
        indexes.put(table, index);
        writes.put(table.written() + key, new Commit.Change.Put(table.key(key), value));
    }

    void delete(Table table, String key) {
        indexes.put(table, index);
        writes.put(table.written() + key, new Commit.Change.Delete(table.key(key)));
    }

    /** The last of several changes of one object counts, in the place of the first. */
    void tell(Table table, String key, Object value) {
        events.put(table.written() + key, Events.of(cause, index, value));
    }

    /** A job whose counts and status may have changed. */
    void touch(String job) {
        touched.add(job);
    }

    /** A job that is gone. */
    void untouch(String job) {
        touched.remove(job);
        now.summaries().get(job).ifPresent(summary -> {
            summaries(now.summaries().without(job));
            indexes.put(Table.SUMMARIES, index);
        });
    }

    void queued(String job, Map<String, Long> groups) {
        queued.put(job, groups);
    }

    void putJob(String key, Job job) {
        jobs(now.jobs().with(key, job));
        put(Table.JOBS, key, job);
        tell(Table.JOBS, key, job);
        touch(key);
    }

    Change done() {
        if (writes.isEmpty()) {
            return new Change(before, List.of(), new ClusterEvent.Batch(before.index(), List.of()));
        }
        List<String> parents = new ArrayList<>();
        List.copyOf(touched).forEach(key -> derive(key).ifPresent(parents::add));
        parents.forEach(this::derive);
        List<Commit.Change> changes = new ArrayList<>(writes.values());
        changes.add(IndexRow.write(index, indexes));
        return new Change(state(), changes, new ClusterEvent.Batch(index, new ArrayList<>(events.values())));
    }

    /** Brings a job up to date; gives the key of a parent that has to follow. */
    private Optional<String> derive(String key) {
        Optional<Job> found = now.jobs().get(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Job job = found.get();
        JobKey name = JobKey.of(job);
        List<Alloc> allocs = now.allocs().of(Keys.under(name.namespace(), name.id()));
        String status = Summaries.status(job, allocs, now.evals().of(Keys.under(name.namespace(), name.id())));
        if (!status.equals(job.status())) {
            job = new JobEdit(job).status(status).modifyIndex(index).done();
            putJob(key, job);
        }
        summarize(key, job);
        String parent = Immutable.text(job.parentId());
        return parent.isEmpty() ? Optional.empty() : Optional.of(Keys.of(name.namespace(), parent));
    }

    private void summarize(String key, Job job) {
        Optional<JobSummary> old = now.summaries().get(key);
        JobSummary next = summary(key, job);
        if (old.isEmpty() || !old.get().equals(next)) {
            summaries(now.summaries().with(key, next.at(index)));
            indexes.put(Table.SUMMARIES, index);
        }
    }

    /** A job's counts; with the index that they had, or the job's when they are new. */
    JobSummary summary(String key, Job job) {
        JobKey name = JobKey.of(job);
        Optional<JobSummary> old = now.summaries().get(key);
        Map<String, Long> waiting = Optional.ofNullable(queued.get(key))
                .or(() -> old.map(Summaries::queued))
                .orElse(Map.of());
        return new JobSummary(
                job.id(),
                name.namespace(),
                Summaries.groups(job, now.allocs().of(Keys.under(name.namespace(), name.id())), waiting),
                Summaries.children(state().children(name)),
                Keys.number(job.createIndex()),
                old.map(JobSummary::modifyIndex).orElse(Keys.number(job.modifyIndex())));
    }

    static Filed.Place place(Evaluation eval) {
        return new Filed.Place(
                eval.id(), Keys.created(Keys.number(eval.createIndex()), eval.id()), Keys.underJob(eval));
    }

    static Filed.Place place(Alloc alloc) {
        return new Filed.Place(
                alloc.id(), Keys.created(Keys.number(alloc.createIndex()), alloc.id()), Keys.underJob(alloc));
    }

    void jobs(Tree<Job> value) {
        now = new Contents(
                value,
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void versions(Tree<Job> value) {
        now = new Contents(
                now.jobs(),
                value,
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void submissions(Tree<JobSubmission> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                value,
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void summaries(Tree<JobSummary> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                value,
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void evals(Filed<Evaluation> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                value,
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void allocs(Filed<Alloc> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                value,
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void nodes(Tree<KeptNode> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                value,
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void nodePools(Tree<NodePool> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                value,
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void namespaces(Tree<Namespace> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                value,
                now.variables(),
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void variables(Tree<Variable> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                value,
                now.scalings(),
                now.launches(),
                now.scheduler());
    }

    void scalings(Tree<Scalings> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                value,
                now.launches(),
                now.scheduler());
    }

    void launches(Tree<Launch> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                value,
                now.scheduler());
    }

    void scheduler(Tree<SchedulerConfig> value) {
        now = new Contents(
                now.jobs(),
                now.versions(),
                now.submissions(),
                now.summaries(),
                now.evals(),
                now.allocs(),
                now.nodes(),
                now.nodePools(),
                now.namespaces(),
                now.variables(),
                now.scalings(),
                now.launches(),
                value);
    }
}
