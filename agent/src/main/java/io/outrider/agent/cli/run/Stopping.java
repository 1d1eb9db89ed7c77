package io.outrider.agent.cli.run;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.job.RunningJob;
import io.outrider.streams.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * What Ctrl-C does in each phase of a run. The first one stops; the second one ends everything within moments, whatever
 * hangs; the third one leaves as it is. Safe from any thread.
 */
final class Stopping {

    /** For the kill, the last output, the summary and the closing, which take a fraction of it when all is well. */
    private static final Duration KILL = Duration.ofSeconds(4);

    /** Where nothing can be stored there will be no end to wait for: the time of a kill is enough. */
    private static final Duration KILL_UNSAVED = Duration.ofSeconds(1);

    private record Target(NodeAgent agent, RunningJob running) {}

    private final Interrupts interrupts;
    private final Path place;
    private final Scope scope;
    private final Scheduler timer;
    private final Consumer<String> tell;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile @Nullable Target target;
    private volatile boolean unsaved;

    /**
     * @param place where things remain when the run is left
     * @param tell shows a line to the user
     */
    Stopping(Interrupts interrupts, Path place, Scope scope, Scheduler timer, Consumer<String> tell) {
        this.interrupts = interrupts;
        this.place = place;
        this.scope = scope;
        this.timer = timer;
        this.tell = tell;
    }

    /** Listens from now on. */
    void listen() {
        scope.add("interrupts", interrupts.presses().doOnNext(this::pressed));
    }

    /** The job runs: what was pressed before counts for it. */
    void running(NodeAgent agent, RunningJob running) {
        Target now = new Target(agent, running);
        target = now;
        if (interrupts.count() > 0) {
            stop(now);
        }
    }

    /** The job has ended; the agent closes. */
    void ended() {
        target = null;
    }

    private void pressed(int count) {
        Target now = target;
        if (now != null && count <= 2) {
            act(now, count);
        } else if (count == 1) {
            tell.accept("interrupted; once more leaves at once");
        } else {
            leave();
        }
    }

    private void act(Target now, int count) {
        if (count == 1) {
            stop(now);
        } else {
            kill(now);
        }
    }

    private void stop(Target now) {
        if (stopped.compareAndSet(false, true)) {
            tell.accept("stopping " + now.running().key() + " as the job says; once more kills it at once");
            scope.add("stop", now.agent().stop(now.running().key()).doOnError(error -> unsaved = true));
        }
    }

    private void kill(Target now) {
        tell.accept("killing " + now.running().key());
        scope.add("kill", now.agent().kill(now.running().key()).doOnError(error -> unsaved = true));
        scope.add(
                "leave",
                Mono.delay(KILL_UNSAVED, timer)
                        .flatMap(tick -> unsaved ? Mono.just(tick) : Mono.delay(KILL.minus(KILL_UNSAVED), timer))
                        .doOnNext(tick -> leave()));
    }

    private void leave() {
        tell.accept("left at once; what remains is in " + place);
        // The user insists: nothing may hold this up, not even a hook of the JVM.
        Runtime.getRuntime().halt(ExitCodes.INTERRUPTED);
    }
}
