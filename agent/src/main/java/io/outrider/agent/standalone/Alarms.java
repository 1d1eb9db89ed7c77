package io.outrider.agent.standalone;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.cluster.Garbage;
import io.outrider.agent.standalone.cron.LaunchTimes;
import io.outrider.agent.standalone.job.Children;
import io.outrider.agent.standalone.job.Follows;
import io.outrider.agent.standalone.line.Line;
import io.outrider.agent.standalone.line.Work;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.Launch;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Backoff;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Does what is due later: delayed evaluations, launches of periodic jobs, and the collection of garbage. */
final class Alarms {

    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);
    private static final Duration BETWEEN_COLLECTIONS = Duration.ofMinutes(5);
    private static final Duration DEAD_JOBS = Duration.ofHours(4);
    private static final Duration ENDED_EVALUATIONS = Duration.ofHours(1);
    /** What is due is done as soon as it can be kept again, however long the disk is full: nobody else would do it. */
    private static final Backoff AGAIN = Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final Line line;
    private final Calls calls;
    private final PlaneParts.Threads threads;
    private final Retry patience;
    private final Scope scope = new Scope("alarms", (work, error) -> LOG.error("{} failed", work, error));
    /** What an alarm is set for, and when it is. */
    private final Map<String, Instant> armed = new ConcurrentHashMap<>();

    private final AtomicLong evalsSeen = new AtomicLong(-1);
    private final AtomicLong jobsSeen = new AtomicLong(-1);

    Alarms(Line line, Calls calls, PlaneParts.Threads threads) {
        this.line = line;
        this.calls = calls;
        this.threads = threads;
        this.patience = AGAIN.retry(threads.timer(), new Random(), Alarms::mayBeKeptLater);
    }

    /** Watches from now on. A launch that an earlier agent missed is made up for, once. */
    void start() {
        scope.add("watch", line.states().doOnNext(this::look));
        scope.add(
                "garbage",
                Flux.interval(BETWEEN_COLLECTIONS, threads.timer())
                        .onBackpressureDrop()
                        .concatMap(tick -> line.submit(Alarms::collect).onErrorComplete()));
    }

    private static boolean collect(Draft draft) {
        Garbage.collect(DEAD_JOBS, ENDED_EVALUATIONS, draft);
        return true;
    }

    private void look(ClusterState state) {
        long evals = state.index(Table.EVALS);
        if (evalsSeen.getAndSet(evals) != evals) {
            state.evaluations().stream()
                    .filter(eval -> Evaluation.PENDING.equals(eval.status()) && eval.waitUntil() != null)
                    .forEach(eval -> arm(eval.id(), at(eval), calls.follows().carryOut(eval.id())));
        }
        long jobs = Math.max(state.index(Table.JOBS), state.index(Table.LAUNCHES));
        if (jobsSeen.getAndSet(jobs) != jobs) {
            state.jobs().stream().filter(LaunchTimes::launches).forEach(job -> launch(job, state));
        }
    }

    private static Instant at(Evaluation eval) {
        return eval.waitUntil() == null ? Instant.EPOCH : eval.waitUntil();
    }

    private void launch(Job job, ClusterState state) {
        JobKey key = JobKey.of(job);
        Instant last =
                state.launch(key).map(Launch::time).map(Instant::ofEpochSecond).orElse(Instant.EPOCH);
        LaunchTimes.next(job, later(last, registered(job)))
                .ifPresent(next -> arm("job " + key + " " + job.jobModifyIndex(), next, draft -> {
                    calls.children().due(job, next, draft);
                    return true;
                }));
    }

    /** Times before a version was registered are not its own: the job may have been stopped then. */
    private static Instant registered(Job job) {
        return Instant.ofEpochSecond(0, Objects.requireNonNullElse(job.submitTime(), 0L));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void arm(String name, Instant at, Work<?> work) {
        if (at.equals(armed.put(name, at))) {
            return;
        }
        Duration wait = Duration.between(threads.clock().instant(), at);
        scope.add(
                name,
                Mono.delay(wait.isNegative() ? Duration.ZERO : wait.plusMillis(1), threads.timer())
                        .filter(tick -> armed.remove(name, at))
                        .flatMap(tick -> line.submit(work).retryWhen(patience)));
    }

    private static boolean mayBeKeptLater(Throwable error) {
        return error instanceof PlaneException refusal
                && (refusal.kind() == Kind.NOT_KEPT || refusal.kind() == Kind.UNAVAILABLE);
    }

    Mono<Void> close() {
        return scope.close();
    }

    /** What is called when it is time. */
    record Calls(Follows follows, Children children) {}
}
