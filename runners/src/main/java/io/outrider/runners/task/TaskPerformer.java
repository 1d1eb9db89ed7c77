package io.outrider.runners.task;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask.DriverNetwork;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.HookOutcome;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.Prestarted;
import io.outrider.runners.restart.GoDuration;
import io.outrider.runners.task.HookWork.Given;
import io.outrider.runners.task.TaskConfigs.Ready;
import io.outrider.runners.task.machine.TaskEffect;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.runners.task.machine.TaskInput;
import io.outrider.runners.task.machine.TaskInput.StartFailed;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Performs what a task's machine orders. Used on the task's loop only. */
final class TaskPerformer implements TaskEffect.Performer {

    private static final Logger LOG = LoggerFactory.getLogger(TaskPerformer.class);

    private final TaskServices services;
    private final TaskSite site;
    private final TaskLoop loop;
    private final CommitLine commits;
    private final Requests requests;
    private final Scope scope;
    private final HookWork hooks;
    private final Slot work;
    private final Slot timer;
    private final Slot watch;
    private final Slot poststart;
    private final Slot update;
    private @Nullable Prestarted prestarted;
    private @Nullable TaskConfig config;

    TaskPerformer(
            TaskServices services, TaskSite site, TaskLoop loop, CommitLine commits, Requests requests, Scope scope) {
        this.services = services;
        this.site = site;
        this.loop = loop;
        this.commits = commits;
        this.requests = requests;
        this.scope = scope;
        this.hooks = new HookWork(services, site, this::note);
        this.work = slot("work");
        this.timer = slot("timer");
        this.watch = slot("exit");
        this.poststart = slot("poststart");
        this.update = slot("update");
    }

    private Slot slot(String name) {
        return new Slot(name, scope, loop::result, (work, error) -> LOG.error("{}: {} failed", loop, work, error));
    }

    @Override
    public void drop() {
        work.drop();
        timer.drop();
        poststart.drop();
    }

    @Override
    public void recover(TaskEffect.Recover effect) {
        begin(() -> driver(effect.handle()).recover(effect.handle()), TaskPerformer::notFound);
    }

    @Override
    public void discard(TaskEffect.Discard effect) {
        begin(
                () -> driver(effect.handle())
                        .discard(effect.handle(), this::stays)
                        .then(Mono.just(new TaskInput.Recovered(new Recovery.Lost(effect.reason())))),
                TaskPerformer::notFound);
    }

    @Override
    public void awaitGate() {
        begin(() -> site.gate().then(Mono.just(new TaskInput.Released())), this::startFailed);
    }

    @Override
    public void awaitContact() {
        begin(() -> site.contacted().then(Mono.just(new TaskInput.Released())), this::startFailed);
    }

    @Override
    public void runPrestart() {
        begin(() -> hooks.prestart(loop.run()).map(this::prestarted), this::startFailed);
    }

    @Override
    public void prepare() {
        begin(() -> driver().prepare(this::makeConfig), this::startFailed);
    }

    @Override
    public void awaitSaved() {
        Duration patience = services.settings().storePatience();
        Mono<TaskInput> late = Mono.fromSupplier(() -> startFailed(new DriverException(
                DriverException.Kind.RECOVERABLE,
                "the agent's state could not be written within " + GoDuration.format(patience)
                        + ": is there space in its data directory?")));
        begin(
                () -> commits.drained()
                        .then(Mono.<TaskInput>just(new TaskInput.Saved()))
                        .timeout(patience, late, services.time().timer()),
                this::startFailed);
    }

    @Override
    public void start(TaskEffect.Start effect) {
        Supplier<TaskConfig> made = () -> Objects.requireNonNull(config, "config of the prepared run");
        begin(() -> driver(effect.handle()).start(effect.handle(), made), this::startFailed);
    }

    @Override
    public void watchExit(TaskEffect.WatchExit effect) {
        // It holds the whole environment, secrets too, and is needed for a start only.
        config = null;
        watch.start(
                () -> driver().exit(effect.id(), effect.recovered()),
                error -> new TaskInput.Exited(ExitResult.unknown(text(error)), Optional.empty()));
    }

    @Override
    public void runPoststart() {
        poststart.start(() -> hooks.poststart(loop.run(), given()));
    }

    @Override
    public void runPreKill() {
        begin(
                () -> hooks.preKill(loop.run(), given()).then(Mono.just(new TaskInput.PreKilled())),
                error -> new TaskInput.PreKilled());
    }

    @Override
    public void timer(TaskEffect.Timer effect) {
        timer.start(
                () -> Mono.delay(effect.delay(), services.time().timer()).map(tick -> new TaskInput.TimeUp()),
                error -> new TaskInput.TimeUp());
    }

    @Override
    public void stop(TaskEffect.Stop effect) {
        begin(
                () -> driver().stop(effect.id(), effect.signal(), effect.timeout()),
                error -> new TaskInput.Stopped(Optional.of(text(error))));
    }

    @Override
    public void cleanUp(TaskEffect.CleanUp effect) {
        DriverWork driver = driver(effect.handle());
        // The driver has the only other record of an exit: it forgets once ours is durable, or the task might run
        // again. If ours will never be, the run is only killed, and its exit is there for the next agent.
        Mono<Boolean> durable = effect.exitedHooks()
                ? exitedHooks().then(Mono.defer(this::written)).thenReturn(true).onErrorReturn(false)
                : Mono.just(true);
        begin(
                () -> durable.flatMap(known -> known
                                ? driver.destroy(effect.handle(), this::stays)
                                : driver.stop(effect.handle().id(), "", Duration.ZERO)
                                        .then())
                        .then(Mono.just(new TaskInput.Cleaned())),
                this::startFailed);
    }

    @Override
    public void runStopHooks() {
        begin(
                () -> hooks.stop(loop.run(), given()).then(Mono.just(new TaskInput.StopHooksDone())),
                error -> new TaskInput.StopHooksDone());
    }

    @Override
    public void runUpdateHooks() {
        update.start(() -> hooks.update(loop.run(), given()));
    }

    @Override
    public void sendSignal(TaskEffect.SendSignal effect) {
        Mono<Void> sent = Mono.defer(() -> driver().signal(effect.id(), effect.signal()));
        scope.add("signal", requests.settle(effect.ticket(), sent));
    }

    @Override
    public void answer(TaskEffect.Answer effect) {
        requests.answer(effect.ticket(), effect.error());
    }

    @Override
    public void leave() {
        drop();
        watch.drop();
        update.drop();
        Mono<Void> tidy = Mono.defer(() -> hooks.shutdown(loop.run(), given())).then(Mono.defer(commits::settled));
        Duration patience = services.settings().leavePatience();
        scope.add(
                "leave",
                tidy.timeout(patience, Mono.empty(), services.time().timer()).doFinally(signal -> requests.over()));
    }

    @Override
    public void end() {
        watch.drop();
        update.drop();
        scope.add("end", written().onErrorComplete().doFinally(signal -> requests.over()));
    }

    /** Waits until all is durable, however long; but who waits for a killed task's death does not wait as long. */
    private Mono<Void> written() {
        Mono<Void> late = Flux.interval(
                        services.settings().leavePatience(), services.time().timer())
                .filter(tick -> loop.run().isKilled())
                .doOnNext(tick -> requests.dead())
                .then();
        return Mono.firstWithSignal(commits.drained(), late);
    }

    private void begin(Supplier<? extends Mono<? extends TaskInput>> next, Function<Throwable, TaskInput> failed) {
        drop();
        work.start(next, failed);
    }

    /** What fails in them is no reason to leave the run as it is. */
    private Mono<Void> exitedHooks() {
        return Mono.defer(() -> hooks.exited(loop.run(), given())).onErrorResume(error -> {
            LOG.error("{}: exited hooks failed", loop, error);
            return Mono.empty();
        });
    }

    private StartFailed startFailed(Throwable error) {
        return DriverWork.failed(services.time().clock().instant(), error);
    }

    private static TaskInput notFound(Throwable error) {
        return new TaskInput.RecoverFailed(text(error));
    }

    private static String text(Throwable error) {
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }

    private DriverWork driver() {
        return new DriverWork(services, hooks.place(site.alloc().get()).task().driver());
    }

    private DriverWork driver(TaskHandle handle) {
        return new DriverWork(services, handle.driver());
    }

    private void stays(String reason) {
        Instant now = services.time().clock().instant();
        String text = "what is left of the task could not be ended, so nothing is started; it is tried again: ";
        loop.note(TaskEvents.driver(now, text + reason, Map.of()));
    }

    private Given given() {
        Map<String, String> env = prestarted == null ? Map.of() : prestarted.env();
        DriverNetwork network = loop.run().local().network();
        return new Given(env, network == null ? Map.of() : network.portMap());
    }

    private TaskInput prestarted(Prestarted pass) {
        prestarted = pass;
        return new TaskInput.Prestarted(pass.states(), pass.failure().map(this::failed));
    }

    private StartFailed failed(HookOutcome<PrestartResponse> outcome) {
        HookException error = outcome.failure().orElseThrow();
        HookEvent event = error.event()
                .orElseGet(
                        () -> HookEvent.ofMessage(HookEvent.HOOK_FAILED, outcome.hook() + ": " + error.getMessage()));
        return new StartFailed(List.of(event(event)), error.recoverable());
    }

    private TaskConfig makeConfig() {
        Alloc alloc = site.alloc().get();
        String run = "%08x".formatted(services.time().random().nextInt());
        Prestarted hooksGave = Objects.requireNonNull(prestarted, "prestart hooks have run");
        Ready ready = new Ready(hooks.env(given()), hooksGave, site.dir().task(site.task()));
        TaskConfig made = TaskConfigs.of(new TaskId(alloc.id(), site.task(), run), alloc, hooks.place(alloc), ready);
        config = made;
        return made;
    }

    private void note(HookEvent event) {
        loop.note(event(event));
    }

    private TaskEvent event(HookEvent event) {
        return new TaskEvent(
                event.type(),
                TaskEvents.nanos(services.time().clock().instant()),
                event.message(),
                event.displayMessage(),
                event.details());
    }
}
