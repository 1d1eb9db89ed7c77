package io.outrider.agent.standalone;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.job.Admission;
import io.outrider.agent.standalone.job.Evals;
import io.outrider.agent.standalone.job.Registration;
import io.outrider.agent.standalone.job.Reports;
import io.outrider.agent.standalone.job.Start;
import io.outrider.agent.standalone.job.Stops;
import io.outrider.agent.standalone.line.Line;
import io.outrider.agent.standalone.request.Evaluated;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.state.ClusterEvent;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Restored;
import io.outrider.runners.alloc.AllocFeed;
import java.util.List;
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
    private final Evals evals;
    private final Registration registration;
    private final Stops stops;
    private final AllocFeed feed;

    private ControlPlane(PlaneParts parts) {
        this.parts = parts;
        this.evals = new Evals(parts.chance().ids());
        this.registration = new Registration(evals, new Admission());
        this.stops = new Stops(evals);
        this.line = new Line(
                new Line.Kept(parts.kept().store(), parts.threads().clock()),
                Restored.of(parts.kept().recovered()),
                parts.threads().line(),
                change -> List.of());
        this.feed = new PlaneFeed(line, new Reports(evals));
    }

    /** A control plane that goes on where an earlier one in the same store ended; it does nothing before its start. */
    public static ControlPlane of(PlaneParts parts) {
        return new ControlPlane(parts);
    }

    /** Registers the node as it is now and takes up what was left undone. Completes when that is durable. */
    public Mono<Void> start() {
        return line.submit(draft -> {
                    Start.begin(parts.node(), draft);
                    return true;
                })
                .then();
    }

    /** Refuses writes and ends all streams; what is durable stays. */
    public Mono<Void> close() {
        return line.close();
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
}
