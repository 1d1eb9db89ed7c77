package io.outrider.runners.alloc;

import io.outrider.runners.alloc.AllocRules.Members;
import io.outrider.runners.alloc.AllocRules.Status;
import io.outrider.runners.dir.AllocDir;
import io.outrider.runners.task.CommitLine;
import io.outrider.runners.task.RunnerException;
import io.outrider.runners.task.TaskRunner;
import io.outrider.runners.task.TaskSite;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.store.Commit.Change;
import io.outrider.streams.Inbox;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs the tasks of one alloc together (behaviour section 3). Methods may be called at any time from any thread.
 * <em>Destroy</em> kills the tasks and removes the alloc from the node; <em>shutdown</em> leaves the tasks alone.
 */
final class AllocRunner {

    private static final Logger LOG = LoggerFactory.getLogger(AllocRunner.class);
    private final AllocServices services;
    private final AllocSetup setup;
    private final String id;
    private final Scope scope;
    private final Inbox<Runnable> inbox;
    private final CommitLine commits;
    private final AllocHookWork hooks;
    private final Gates gates;
    private final AllocTasks tasks;
    private final Members members;
    private final Once<Void> ran = new Once<>();
    private final Removal removal;
    private final Once<Void> left = new Once<>();
    private final AtomicBoolean leaving = new AtomicBoolean();
    private final AtomicReference<@Nullable Alloc> newer = new AtomicReference<>();
    private final Map<String, TaskState> states;
    private Disposable prerun = Disposables.disposed();
    private boolean begun;
    private boolean killing;
    private volatile Alloc alloc;
    private volatile ClientPart client;
    private String committed;

    /** A runner that does nothing before {@link #start}; fails when the alloc's job lacks what it needs. */
    AllocRunner(AllocServices services, AllocSetup setup) {
        this.services = services;
        this.setup = setup;
        this.alloc = setup.alloc();
        this.id = alloc.id();
        this.scope = new Scope("alloc/" + id, (work, error) -> LOG.error("{} failed: {}", work, error.toString()));
        this.removal = new Removal(id);
        this.inbox = Inbox.failWhenFull(1, services.tasks().time().loop());
        this.commits = CommitLine.of(services.tasks(), "alloc " + id, scope);
        AllocDir dir = services.dirs().of(id);
        this.hooks = new AllocHookWork(services, dir, event -> commits.submit(List.of(), List.of(event), () -> {}));
        Map<String, TaskState> kept = new TreeMap<>();
        setup.kept().forEach((task, found) -> kept.put(task, found.state()));
        Map<String, Coordinator.Kind> kinds = AllocTasks.kinds(alloc);
        this.gates = new Gates(kept.isEmpty() ? Coordinator.begin(kinds) : Coordinator.restored(kinds, kept));
        this.tasks = new AllocTasks(
                services,
                setup,
                seen -> task -> new TaskSite(
                        task,
                        () -> Objects.requireNonNull(seen.get()),
                        dir,
                        gates.gate(task),
                        setup.contacted(),
                        state -> tell(() -> changed(task, state))));
        this.members = tasks.rules();
        this.states = new TreeMap<>(tasks.states());
        this.client = AllocRules.client(alloc, AllocRules.status(states.values()), states, now());
        this.committed = Objects.requireNonNullElse(alloc.clientStatus(), "");
    }

    String id() {
        return id;
    }

    /** The alloc with what is known of it here, all of it durable. */
    Alloc view() {
        return alloc.withClient(client);
    }

    /** The alloc ends here when its tasks have: all run again and again, whether or not they may (row R28). */
    void start() {
        scope.add("inputs", inbox.inputs().doOnNext(this::run));
        tasks.runners().forEach(TaskRunner::start);
        tell(this::begin);
    }

    /** A newer version; of several that wait the newest counts. */
    void update(Alloc version) {
        if (newer.getAndSet(version) == null) {
            tell(() -> Optional.ofNullable(newer.getAndSet(null)).ifPresent(this::updated));
        }
    }

    /**
     * Kills the tasks as the job says, removes the alloc's directory and its state. All who ask meanwhile get one end.
     * Fails when something is left, which an event tells too: then the alloc is still here, to be asked again; and with
     * {@link RunnerException.Kind#LEAVING} when the agent leaves first.
     */
    Mono<Void> destroy() {
        return Mono.defer(() -> removal.attempt(() -> tell(this::destroyNow), left.value()))
                .then(Mono.defer(scope::close));
    }

    /**
     * The agent leaves, the tasks live on. What follows the tasks when all have ended is still done. Completes when
     * nothing is at work here any more. Idempotent.
     */
    Mono<Void> shutdown() {
        return Mono.defer(() -> {
            if (leaving.compareAndSet(false, true)) {
                tell(this::leaveNow);
            }
            return removal.endOr(left.value()).then(Mono.defer(scope::close));
        });
    }

    /** Completes when all tasks have ended for good and what follows them is done. */
    Mono<Void> ran() {
        return ran.value();
    }

    /** Kills that are under way shall wait for nothing any more. */
    void hasten() {
        tasks.hasten();
    }

    /** An event of a driver. */
    void note(String task, TaskEvent event) {
        tasks.runner(task).ifPresent(runner -> runner.note(event));
    }

    /** Restarts one task. */
    Mono<Void> restart(String task) {
        TaskEvent event = TaskEvents.restartSignaled(now(), "User requested task to restart");
        return tasks.runner(task)
                .map(runner -> hooks.preTaskRestart(alloc).then(runner.restart(event, false, false)))
                .orElseGet(() -> Mono.error(new RunnerException(
                        RunnerException.Kind.NOT_FOUND, "Could not find task runner for task: " + task)));
    }

    /** Restarts the running tasks, or with {@code all} also those that have ended, from the first prestart on. */
    Mono<Void> restart(boolean all) {
        return Mono.defer(() -> {
            if (!shouldRun()) {
                return Mono.error(new RunnerException(
                        RunnerException.Kind.NOT_RUNNING, "restart of an alloc that should not run"));
            }
            if (all) {
                gates.restart();
            }
            String reason = all ? "User requested all tasks to restart" : "User requested running tasks to restart";
            return hooks.preTaskRestart(alloc)
                    .thenMany(Flux.fromIterable(tasks.runners()))
                    .flatMap(runner -> restart(runner, reason, all))
                    .then();
        });
    }

    Optional<TaskRunner> task(String name) {
        return tasks.runner(name);
    }

    /** Signals one task, or all when {@code task} is empty. */
    Mono<Void> signal(String task, String signal) {
        if (task.isEmpty()) {
            return tasks.signal(signal);
        }
        return tasks.runner(task)
                .map(runner -> runner.signal(signal))
                .orElseGet(() -> Mono.error(new RunnerException(RunnerException.Kind.NOT_FOUND, "Task not found")));
    }

    private Mono<Void> restart(TaskRunner runner, String reason, boolean force) {
        return runner.restart(TaskEvents.restartSignaled(now(), reason), false, force)
                .onErrorResume(RunnerException::isNotRunning, error -> Mono.empty());
    }

    // On the loop from here on.

    private void begin() {
        gates.observe(states);
        scope.add("end", tasks.ended().doOnSuccess(nothing -> tell(this::allEnded)));
        if (leaving.get() || removal.isUnderWay() || !shouldRun()) {
            if (setup.kept().isEmpty()) {
                tasks.abandon();
            }
            beginTasks();
            report();
            return;
        }
        prerun = scope.add(
                "prerun",
                hooks.prerun(alloc)
                        .doOnSuccess(nothing -> tell(this::beginTasks))
                        .onErrorResume(error -> {
                            tell(() -> setupFailed(String.valueOf(error.getMessage())));
                            return Mono.empty();
                        }));
        report();
    }

    private void setupFailed(String reason) {
        tasks.runners().forEach(runner -> runner.kill(Optional.of(TaskEvents.setupFailure(now(), reason))));
        beginTasks();
    }

    private void beginTasks() {
        if (!begun) {
            begun = true;
            prerun.dispose();
            tasks.runners().forEach(TaskRunner::begin);
            judge();
        }
    }

    private void changed(String task, TaskState state) {
        states.put(task, state);
        judge();
        gates.observe(states);
        report();
    }

    /** What the states of some tasks mean for the others. */
    private void judge() {
        if (killing || leaving.get()) {
            return;
        }
        Set<String> live = AllocRules.live(members.kinds(), states);
        if (live.isEmpty()) {
            tasks.release();
            return;
        }
        Optional<TaskEvent> cause = AllocRules.killCause(members, states, now());
        if (cause.isPresent()) {
            killing = true;
            live.forEach(task -> tasks.runner(task).ifPresent(runner -> runner.note(cause.get())));
            // Judged again once their deaths are known here: what is dead but not written would be killed for ever.
            scope.add("kill", killTasks().then(tasks.killed()).then(hop()).doOnSuccess(nothing -> {
                killing = false;
                judge();
            }));
        }
    }

    private Mono<Void> killTasks() {
        return hooks.preKill(alloc).then(hop()).then(tasks.kill(hop()));
    }

    private void updated(Alloc version) {
        boolean stopping = alloc.lives() && !version.lives();
        boolean skipsDelay = version.desiredTransition() != null
                && Boolean.TRUE.equals(version.desiredTransition().noShutdownDelay());
        alloc = version.withClient(client);
        commits.submit(List.of(AllocRecords.put(view())), List.of(), () -> {});
        if (skipsDelay) {
            tasks.runners().forEach(TaskRunner::skipShutdownDelay);
        }
        if (version.lives()) {
            scope.add("update", hooks.update(version));
        }
        tasks.update(version);
        if (stopping) {
            beginTasks();
            scope.add("stop", killTasks());
        }
        report();
    }

    private void destroyNow() {
        if (leaving.get()) {
            return;
        }
        beginTasks();
        scope.add(
                "destroy",
                killTasks()
                        .then(ran.value())
                        .then(Mono.defer(() -> hooks.destroy(alloc)))
                        .then(hop())
                        .then(Mono.defer(tasks::close))
                        .then(hop())
                        .then(Mono.defer(() -> {
                            commits.submit(List.of(new Change.DeleteAlloc(id)), List.of(), () -> {});
                            return commits.settled();
                        }))
                        .doOnSuccess(nothing -> {
                            removal.succeeded();
                            inbox.close();
                        })
                        .onErrorResume(error -> Mono.fromRunnable(() -> removal.failed(error))));
    }

    private void leaveNow() {
        prerun.dispose();
        scope.add(
                "leave",
                Flux.fromIterable(tasks.runners())
                        .flatMap(TaskRunner::shutdown)
                        .then(hop())
                        .then(Mono.defer(() -> tasks.haveEnded() ? ran.value() : Mono.empty()))
                        .then(Mono.defer(() -> hooks.shutdown(alloc)))
                        .then(Mono.defer(commits::settled))
                        .doFinally(signal -> {
                            left.complete();
                            inbox.close();
                        }));
    }

    private void allEnded() {
        if (leaving.get() && !tasks.haveEnded()) {
            ran.complete();
            return;
        }
        scope.add(
                "postrun",
                hooks.preKill(alloc)
                        .then(Mono.defer(() -> hooks.postrun(alloc)))
                        .doFinally(signal -> ran.complete()));
    }

    private void report() {
        Status status = AllocRules.status(states.values());
        client = AllocRules.client(alloc, status, states, now());
        AllocUpdate update = AllocUpdate.of(view());
        if (status.word().equals(committed)) {
            Mono<Void> durable =
                    commits.drained().doOnSuccess(done -> setup.reports().accept(update));
            // Nobody is told of what will never be durable.
            scope.add("report", durable.onErrorComplete());
            return;
        }
        committed = status.word();
        commits.submit(
                List.of(AllocRecords.put(view())), List.of(AllocRecords.event(view(), now())), () -> setup.reports()
                        .accept(update));
    }

    private boolean shouldRun() {
        return alloc.lives() && !AllocRules.status(states.values()).terminal();
    }

    /** Completes on the loop, behind all that it has been told before. */
    private Mono<Void> hop() {
        return Mono.defer(() -> {
            Once<Void> there = new Once<>();
            tell(there::complete);
            return there.value();
        });
    }

    /** Admitted always: each stands for one piece of work, one state that became durable, or one wish. */
    private void tell(Runnable input) {
        inbox.admit(input);
    }

    private void run(Runnable input) {
        try {
            input.run();
        } catch (RuntimeException e) {
            LOG.error("alloc {}: an input failed", id, e);
        }
    }

    private Instant now() {
        return services.tasks().time().clock().instant();
    }
}
