package io.outrider.runners.task;

import io.outrider.drivers.TaskUsage;
import io.outrider.runners.task.machine.LocalState;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.runners.task.machine.TaskInput;
import io.outrider.runners.task.machine.TaskRun;
import io.outrider.runners.task.machine.TaskSpec;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs one task of an alloc through its life. All methods may be called at any time from any thread and return at once.
 * <em>Kill</em> means that the task shall die, <em>shutdown</em> that the agent leaves and the task lives on.
 */
public final class TaskRunner {

    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    private final TaskServices services;
    private final TaskSite site;
    private final Scope scope;
    private final TaskLoop loop;
    private final Requests requests = new Requests();
    private final TaskPerformer performer;
    private final Optional<Kept> kept;

    /**
     * A runner that does nothing before {@link #start}.
     *
     * @param kept what an earlier agent left of the task; empty: the task is new
     */
    public TaskRunner(TaskServices services, TaskSite site, Optional<Kept> kept) {
        this.services = services;
        this.site = site;
        this.kept = kept;
        Alloc alloc = site.alloc().get();
        this.scope = new Scope(
                "alloc/" + alloc.id() + "/" + site.task(),
                (work, error) -> LOG.error("{} failed: {}", work, error.toString()));
        CommitLine commits = CommitLine.of(services, "alloc " + alloc.id() + " task " + site.task(), scope);
        this.loop = new TaskLoop(services, site, commits, begin(alloc, kept));
        this.performer = new TaskPerformer(services, site, loop, commits, requests, scope);
    }

    /** Takes the task on: a new one gets its first event. Nothing is run before {@link #begin}. */
    public void start() {
        loop.start(scope, performer);
        if (kept.isEmpty()) {
            loop.note(TaskEvents.received(now()));
        }
    }

    /** The alloc is set up, or never will be: the task may start, or learns that it never will. */
    public void begin() {
        loop.wish(new TaskInput.Begin());
    }

    /** The task's name. */
    public String task() {
        return site.task();
    }

    /** The task as it stands now; may be ahead of what is durable. */
    public TaskState state() {
        return loop.run().state();
    }

    /** Whether the task will never run again. */
    public boolean isComplete() {
        return loop.run().local().runComplete();
    }

    /**
     * The task shall die; {@code event} tells why, and is told also when it is dead already. Happens at once, whether
     * or not anybody subscribes; completes when the wish (not yet the death, see {@link #ended}) is durable. Refused
     * with {@link RunnerException} only after the runner's end.
     */
    public Mono<Void> kill(Optional<TaskEvent> event) {
        return loop.kill(event);
    }

    /** A kill shall wait for nothing any more: no delay, no grace. */
    public void hasten() {
        loop.wish(new TaskInput.Hasten());
    }

    /** The shutdown delay is waived, also when it is being waited for. */
    public void skipShutdownDelay() {
        loop.wish(new TaskInput.SkipShutdownDelay());
    }

    /** A newer version of the alloc counts now; it has this task. */
    public void update() {
        Alloc alloc = site.alloc().get();
        TaskPlace.of(alloc, site.task())
                .ifPresent(place -> loop.update(new TaskInput.Update(place.spec(alloc, services.settings()))));
    }

    /** Adds an event to the task's history. */
    public void note(TaskEvent event) {
        loop.note(event);
    }

    /**
     * Restarts the task and completes when that is under way; refused with {@link RunnerException} when there is
     * nothing to restart. {@code failure} counts it against the restart policy; {@code force} revives a dead task too.
     */
    public Mono<Void> restart(TaskEvent event, boolean failure, boolean force) {
        return requests.ask(ticket -> new TaskInput.Restart(ticket, event, failure, force), loop::request);
    }

    /** Sends a signal; fails with what the driver says, or with {@link RunnerException}. */
    public Mono<Void> signal(String signal) {
        TaskEvent event = TaskEvents.signaling(now(), signal);
        return requests.ask(ticket -> new TaskInput.Signal(ticket, event, signal), loop::request);
    }

    /**
     * What the present run uses: a sample at once, then every {@code interval}, until the run ends. Empty when there is
     * none; fails as the driver does.
     */
    public Flux<TaskUsage> usage(Duration interval) {
        return Flux.defer(() -> Optional.ofNullable(loop.run().local().handle())
                .flatMap(handle -> services.driver(handle.driver()).map(driver -> driver.usage(handle.id(), interval)))
                .orElseGet(Flux::empty));
    }

    /** The agent leaves. Completes when nothing of the runner is at work any more, within its patience. Idempotent. */
    public Mono<Void> shutdown() {
        return Mono.defer(() -> {
            loop.wish(new TaskInput.Shutdown());
            return ended().then(Mono.defer(scope::close));
        });
    }

    /** Completes when the task will never run again and that is durable, or when the agent has left it. */
    public Mono<Void> ended() {
        return requests.whenOver();
    }

    /**
     * Completes with {@link #ended}; but when the end of a killed task cannot be written for a while, already when the
     * task is dead. For those that wait for a death and not for the news of it.
     */
    public Mono<Void> dead() {
        return requests.whenDead();
    }

    /** Completes when what was asked of the task before is durable, or never will be. */
    public Mono<Void> settled() {
        return loop.kill(Optional.empty()).onErrorComplete();
    }

    /** Frees what the runner holds; for a task that has {@link #ended}. */
    public Mono<Void> close() {
        return scope.close();
    }

    private TaskRun begin(Alloc alloc, Optional<Kept> before) {
        TaskSpec spec = TaskPlace.of(alloc, site.task())
                .orElseThrow(() -> new RunnerException(
                        RunnerException.Kind.NOT_FOUND,
                        "alloc " + alloc.id() + " has no task \"" + site.task() + "\" in its job"))
                .spec(alloc, services.settings());
        Kept state = before.orElseGet(() -> new Kept(TaskState.pending(), LocalState.none()));
        return TaskRun.created(spec, state.state(), state.local(), now());
    }

    private Instant now() {
        return services.time().clock().instant();
    }

    /**
     * What an earlier agent left of a task.
     *
     * @param state what people saw
     * @param local what is needed to go on
     */
    public record Kept(TaskState state, LocalState local) {}
}
