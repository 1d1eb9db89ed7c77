package io.outrider.agent.standalone;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.admission.Admission;
import io.outrider.agent.standalone.admission.Faults;
import io.outrider.agent.standalone.cluster.Garbage;
import io.outrider.agent.standalone.cluster.Namespaces;
import io.outrider.agent.standalone.cluster.NodeChanges;
import io.outrider.agent.standalone.cluster.Settings;
import io.outrider.agent.standalone.cluster.Start;
import io.outrider.agent.standalone.cluster.Variables;
import io.outrider.agent.standalone.job.Children;
import io.outrider.agent.standalone.job.Evals;
import io.outrider.agent.standalone.job.Follows;
import io.outrider.agent.standalone.job.Plans;
import io.outrider.agent.standalone.job.Registration;
import io.outrider.agent.standalone.job.Reports;
import io.outrider.agent.standalone.job.Scaling;
import io.outrider.agent.standalone.job.Scheduling;
import io.outrider.agent.standalone.job.Stops;
import io.outrider.agent.standalone.job.Versions;
import io.outrider.agent.standalone.line.Line;
import io.outrider.agent.standalone.request.DispatchRequest;
import io.outrider.agent.standalone.request.Dispatched;
import io.outrider.agent.standalone.request.Evaluated;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.NodeChanged;
import io.outrider.agent.standalone.request.NodeMeta;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.Planned;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.request.ScaleRequest;
import io.outrider.agent.standalone.request.Validated;
import io.outrider.agent.standalone.request.VariableAnswer;
import io.outrider.agent.standalone.state.ClusterEvent;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.agent.standalone.state.Restored;
import io.outrider.runners.alloc.AllocFeed;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import io.outrider.state.model.job.Job;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The control plane of one node. It keeps jobs and what belongs to them, and decides what runs; the runners hear of it
 * through {@link #feed} and in no other way. Every write is durable before anybody sees it or is answered; one that
 * cannot be kept fails with {@link PlaneException} and leaves nothing behind. One index counts all changes and rises
 * over restarts. Methods may be called from any thread and do not block; writes happen on subscription and are not
 * undone by cancel.
 */
public final class ControlPlane {

    private final PlaneParts parts;
    private final Line line;
    private final Admission admission = new Admission();
    private final Registration registration;
    private final Stops stops;
    private final Scaling scaling;
    private final Versions versions;
    private final Children children;
    private final Plans plans;
    private final NodeChanges nodeChanges;
    private final Scheduling scheduling;
    private final Alarms alarms;
    private final AllocFeed feed;

    private ControlPlane(PlaneParts parts) {
        this.parts = parts;
        Evals evals = new Evals(parts.chance().ids());
        this.registration = new Registration(evals, admission);
        this.stops = new Stops(evals);
        this.scaling = new Scaling(evals, registration);
        this.versions = new Versions(evals, registration);
        this.children = new Children(evals, registration);
        this.plans = new Plans(evals, registration, parts.chance());
        this.nodeChanges = new NodeChanges(evals);
        this.scheduling = new Scheduling(evals, parts.chance());
        Follows follows = new Follows(scheduling, parts.threads().clock());
        this.line = new Line(
                new Line.Kept(parts.kept().store(), parts.threads().clock()),
                Restored.of(parts.kept().recovered()),
                parts.threads().line(),
                follows::of);
        this.alarms = new Alarms(line, new Alarms.Calls(follows, children), parts.threads());
        this.feed = new PlaneFeed(line, new Reports(evals));
    }

    /** A control plane that goes on where an earlier one in the same store ended; it does nothing before its start. */
    public static ControlPlane of(PlaneParts parts) {
        return new ControlPlane(parts);
    }

    /** Registers the node as it is now and takes up what was left undone. Completes when that is durable. */
    public Mono<Void> start() {
        return done(draft -> Start.begin(parts.node(), draft))
                .then(done(scheduling::resume))
                .then(Mono.fromRunnable(alarms::start));
    }

    private Mono<Void> done(Consumer<Draft> work) {
        return line.submit(draft -> {
                    work.accept(draft);
                    return true;
                })
                .then();
    }

    /** Refuses writes and ends all streams; what is durable stays. */
    public Mono<Void> close() {
        return alarms.close().then(line.close());
    }

    /** The newest durable state. */
    public ClusterState snapshot() {
        return line.state();
    }

    /** The newest durable state, now and after each change; a slow reader gets only the newest. Ends with the plane. */
    public Flux<ClusterState> snapshots() {
        return line.states();
    }

    /**
     * What changes did, as the API's event stream tells it: the last hundred changes with an index of at least
     * {@code from}, then what comes. An index that is yet to come begins with the newest change there is.
     */
    public Flux<ClusterEvent.Batch> events(long from) {
        return line.events(from);
    }

    /** What is wanted on the node, for the runners. */
    public AllocFeed feed() {
        return feed;
    }

    /** Takes a job in: a new one, a new version, or a stopped one again. */
    public Mono<Registered> register(JobRegistration request) {
        return line.submit(draft -> registration.register(request, draft));
    }

    /** Stops a job, and forgets it if asked; nothing happens to one that is not there. */
    public Mono<Registered> deregister(JobKey job, JobStop how) {
        return line.submit(draft -> stops.stop(job, how, draft));
    }

    /** Stops one alloc; its job gets another in its place. */
    public Mono<Evaluated> stopAlloc(String allocId, boolean noShutdownDelay) {
        return line.submit(draft -> stops.stopAlloc(allocId, noShutdownDelay, draft));
    }

    /** What registering a job would do; nothing of it is kept. Fails with what registering it would. */
    public Mono<Planned> plan(Job job, boolean diff) {
        return Mono.fromCallable(() -> plans.plan(
                        job, diff, line.state(), parts.threads().clock().instant()))
                .subscribeOn(parts.threads().line());
    }

    /** What is wrong with a job, and what people should know of it. */
    public Mono<Validated> validate(Job job) {
        return Mono.fromCallable(() -> admission.check(job, line.state()))
                .map(found -> new Validated(
                        found.errors(), found.errors().isEmpty() ? "" : Faults.list(found.errors()), found.warnings()))
                .subscribeOn(parts.threads().line());
    }

    /** Changes the count of a group, or keeps a note about it. */
    public Mono<Registered> scale(JobKey job, ScaleRequest request) {
        return line.submit(draft -> scaling.scale(job, request, draft));
    }

    /**
     * Makes an older version of a job the newest, as a version of its own.
     *
     * @param enforcePrior the version that must be the newest until then
     */
    public Mono<Registered> revert(JobKey job, long version, OptionalLong enforcePrior) {
        return line.submit(draft -> versions.revert(job, version, enforcePrior, draft));
    }

    /** Says whether a version of a job is known to be good. Emits the index of the change. */
    public Mono<Long> stable(JobKey job, long version, boolean stable) {
        return line.submit(draft -> versions.stable(job, version, stable, draft));
    }

    /** Looks at a job anew; with {@code force} failed allocs are replaced whatever their policy says. */
    public Mono<Registered> evaluate(JobKey job, boolean force) {
        return line.submit(draft -> versions.evaluate(job, force, draft));
    }

    /** Runs a parameterized job. */
    public Mono<Dispatched> dispatch(JobKey job, DispatchRequest request) {
        return line.submit(draft -> children.dispatch(job, request, draft));
    }

    /** Launches a periodic job now. */
    public Mono<Evaluated> periodicForce(JobKey job) {
        return line.submit(draft -> children.force(job, draft));
    }

    /** Says whether anything new may be placed on the node: {@code eligible} or {@code ineligible}. */
    public Mono<NodeChanged> eligibility(String nodeId, String eligibility) {
        return line.submit(draft -> nodeChanges.eligibility(nodeId, eligibility, draft));
    }

    /** The node's metadata. */
    public NodeMeta nodeMeta() {
        return new NodeMeta(
                Objects.requireNonNullElse(parts.node().meta(), Map.of()),
                line.state().dynamicMeta(String.valueOf(parts.node().id())));
    }

    /** Changes the node's metadata, over restarts too; null takes a value away. Jobs that wait look again. */
    public Mono<NodeMeta> putNodeMeta(Map<String, @Nullable String> changes) {
        return line.submit(draft -> nodeChanges.meta(parts.node(), changes, draft));
    }

    /**
     * Says where the node answers HTTP, as clients that talk to nodes want to know: host and port. Completes when that
     * is durable; the next start forgets it.
     */
    public Mono<Void> nodeAddress(String address) {
        return done(draft -> NodeChanges.address(Immutable.text(parts.node().id()), address, draft));
    }

    /** Looks at every job of the node anew. */
    public Mono<NodeChanged> evaluateNode(String nodeId) {
        return line.submit(draft -> nodeChanges.evaluate(nodeId, draft));
    }

    /** Sets a namespace. Emits the index of the change. */
    public Mono<Long> putNamespace(Namespace namespace) {
        return line.submit(draft -> Namespaces.put(namespace, draft));
    }

    /** Removes a namespace without living jobs; one that is not there is removed. Emits the index. */
    public Mono<Long> removeNamespace(String name) {
        return line.submit(draft -> Namespaces.remove(name, draft));
    }

    /** Sets a node pool. Emits the index of the change. */
    public Mono<Long> putNodePool(NodePool pool) {
        return line.submit(draft -> Namespaces.put(pool, draft));
    }

    /** Removes a node pool that nothing is in. Emits the index of the change. */
    public Mono<Long> removeNodePool(String name) {
        return line.submit(draft -> Namespaces.removePool(name, draft));
    }

    /**
     * Sets a variable.
     *
     * @param cas the index that it must have; 0: it must not be there
     */
    public Mono<VariableAnswer> putVariable(Variable variable, OptionalLong cas) {
        return line.submit(draft -> Variables.put(variable, cas, draft));
    }

    /** Removes the variable of a namespace and path; one that is not there is removed. */
    public Mono<VariableAnswer> removeVariable(Variable variable, OptionalLong cas) {
        return line.submit(draft -> Variables.remove(variable, cas, draft));
    }

    /** Sets the scheduler's settings; false: they have not the index {@code cas}, and were left as they are. */
    public Mono<Boolean> putScheduler(SchedulerConfig config, OptionalLong cas) {
        return line.submit(draft -> Settings.put(config, cas, draft));
    }

    /** Forgets everything that has ended and that nobody needs any more, however new it is. */
    public Mono<Void> gc() {
        return done(draft -> Garbage.collect(Duration.ZERO, Duration.ZERO, draft));
    }
}
