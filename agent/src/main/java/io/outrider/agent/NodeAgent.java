package io.outrider.agent;

import io.outrider.agent.AgentException.Kind;
import io.outrider.agent.http.listen.TlsFiles;
import io.outrider.agent.job.JobException;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.logs.LogItem;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.Once;
import io.outrider.streams.Position;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An agent inside any JVM program: runs jobs on this machine and tells everything that happens to them. Many may live
 * in one JVM, each with a data directory of its own; a closed one leaves nothing behind but its directory and the tasks
 * that it was not asked to end. All methods may be called from any thread and none blocks; what they return is cold
 * unless it says otherwise. Failures are {@link AgentException}, or {@link JobException} when it is the job.
 */
public final class NodeAgent {

    private final NodeAgentConfig config;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);
    private final Once<Void> started = new Once<>();
    private final Once<Void> closed = new Once<>();
    private volatile @Nullable AgentParts parts;

    private NodeAgent(NodeAgentConfig config) {
        this.config = config;
    }

    /** An agent that does nothing yet. */
    public static NodeAgent create(NodeAgentConfig config) {
        return new NodeAgent(config);
    }

    /**
     * Starts everything in order; completes when jobs can be run. Jobs that an earlier agent left in the data directory
     * go on. A failure stops what was started, and the agent stays closed. Every subscriber gets the same end; cancel
     * does not undo it.
     */
    public Mono<Void> start() {
        return Mono.defer(() -> {
            if (phase.compareAndSet(Phase.NEW, Phase.STARTED)) {
                begin();
            }
            return started.value();
        });
    }

    private void begin() {
        Mono.defer(this::startParts)
                .subscribe(
                        nothing -> {},
                        error -> {
                            phase.set(Phase.CLOSED);
                            closed.complete();
                            started.fail(error);
                        },
                        started::complete);
    }

    private Mono<Void> startParts() {
        AgentParts made = new AgentParts(config);
        parts = made;
        return made.start();
    }

    /**
     * Runs a job on this machine: every group, as often as it says. Emits when the placement is durable; what becomes
     * of it is told by {@link #status} and {@link #events}. A job that runs here already is not placed again, and one
     * that an earlier agent left unfinished is given once also when it has ended: see {@link RunningJob#resumed}.
     */
    public Mono<RunningJob> run(Job job) {
        return Mono.defer(() -> running().run(job));
    }

    /**
     * Stops a job as it asks for: kill signal, kill timeout, shutdown delay. Completes when the wish is durable; an
     * error says that it is not, and it happens all the same.
     */
    public Mono<Void> stop(JobKey job) {
        return Mono.defer(() -> running().stop(job));
    }

    /** Stops a job without any grace: no delays, no waiting for signals. Completes when the wish is durable. */
    public Mono<Void> kill(JobKey job) {
        return Mono.defer(() -> running().kill(job));
    }

    /**
     * Forgets an ended job and removes its allocs and their directories; fails for one that has not ended. When a
     * directory could not be removed whole the error says what is left and why, and the job is still here, to be
     * removed again.
     */
    public Mono<Void> remove(JobKey job) {
        return Mono.defer(() -> running().remove(job));
    }

    /** A job now and after each change; a slow reader gets only the newest. Ends when the agent closes. */
    public Flux<JobStatus> status(JobKey job) {
        return Flux.defer(() -> running().feed().status(job));
    }

    /** Emits once every alloc of the job has ended. Empty if the agent closes before that. */
    public Mono<JobStatus> ended(JobKey job) {
        return status(job).filter(JobStatus::ended).next();
    }

    /**
     * The control plane of an agent that was configured to have one: jobs come and go through it, and not through this
     * class.
     */
    public ControlPlane controlPlane() {
        return running().plane();
    }

    /** All jobs that the agent holds, ended ones too, as they are now. */
    public List<JobStatus> jobs() {
        return running().feed().all();
    }

    /**
     * Events from {@code from} on that {@code filter} lets through. Each reader goes at its own speed; what it has
     * missed it is told as a gap. When the agent closes it completes with the last event, or fails with
     * {@link AgentException.Kind#NOT_RUNNING} if it does not take them in time.
     */
    public Flux<Delivery<Event>> events(Position from, EventFilter filter) {
        return Flux.defer(() -> running().events(from))
                .filter(delivery -> !(delivery instanceof Delivery.Item<Event> item)
                        || filter.test(item.entry().value()));
    }

    /** Where the HTTP API is served; empty where none was asked for. */
    public Optional<InetSocketAddress> httpAddress() {
        return running().http().address();
    }

    /**
     * Reads certificates again, for connections that are made from now on; nothing if HTTP is served in the clear.
     * Blocks its subscriber. Fails with {@link AgentException.Kind#HTTP_UNUSABLE} and keeps those from before if these
     * cannot be used.
     */
    public Mono<Void> replaceCertificates(TlsFiles files) {
        return Mono.fromRunnable(() -> running().http().replace(files));
    }

    /** The newest durable place of the events. */
    public Cursor newest() {
        return running().eventLog().newest();
    }

    /**
     * A task's output. The last item is an {@link LogItem.End}; there is none when the agent closes before that. Fails
     * with {@link JobException.Kind#UNKNOWN} for a task that is not placed here.
     */
    public Flux<LogItem> logs(LogQuery query) {
        return Flux.defer(() -> running().logs(query));
    }

    /**
     * What a running task uses: a sample at once, then every {@code interval}, until this run of it ends or the agent
     * closes. Empty while it does not run; fails with {@link JobException} for a task that is not here.
     */
    public Flux<TaskUsage> usage(String allocId, String task, Duration interval) {
        return Flux.defer(() -> running().usage(allocId, task, interval));
    }

    /**
     * Stops every job and completes when all have ended. For programs that want nothing to outlive them: to be called
     * before {@link #close}.
     */
    public Mono<Void> stopJobs() {
        return Mono.defer(() -> Flux.fromIterable(running().feed().all())
                .filter(job -> !job.ended())
                .flatMap(job -> stop(job.key()).then(ended(job.key())))
                .then());
    }

    /**
     * Leaves: lets go of all tasks, which run on, and frees what the agent holds. Every caller gets the same end, and
     * it comes within the configured time for each part. Cancel does not undo it.
     */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            Phase before = phase.getAndSet(Phase.CLOSED);
            if (before != Phase.CLOSED) {
                beginClose(before);
            }
            return closed.value();
        });
    }

    private void beginClose(Phase before) {
        if (before == Phase.NEW) {
            started.fail(new AgentException(Kind.NOT_RUNNING, "the agent was closed before it was started"));
            closed.complete();
            return;
        }
        started.value()
                .onErrorComplete()
                .then(Mono.defer(this::stopParts))
                .subscribe(nothing -> {}, closed::fail, closed::complete);
    }

    private Mono<Void> stopParts() {
        AgentParts made = parts;
        return made == null ? Mono.empty() : made.stop();
    }

    /** The end of {@link #close} without causing it. */
    public Mono<Void> closed() {
        return closed.value();
    }

    private AgentParts running() {
        AgentParts made = parts;
        if (made == null || !started.isSet() || phase.get() == Phase.CLOSED) {
            throw new AgentException(
                    Kind.NOT_RUNNING,
                    "the agent of " + config.dataDir()
                            + " is not running: start() it, and do not use it after close()");
        }
        return made;
    }

    /** One value, so that of a start and a close at the same time each knows which was first. */
    private enum Phase {
        NEW,
        STARTED,
        CLOSED
    }
}
