package io.outrider.runners.task;

import io.outrider.drivers.DriverCapabilities.FsIsolation;
import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.runners.env.EnvSpec;
import io.outrider.runners.env.EnvSpec.EnvDirs;
import io.outrider.runners.env.TaskEnv;
import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.HookOutcome;
import io.outrider.runners.hook.HookState;
import io.outrider.runners.hook.Prestarted;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.runners.task.machine.TaskRun;
import io.outrider.state.model.alloc.Alloc;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Takes one task through the moments of its hooks. What hooks say goes to {@code events}. */
final class HookWork {

    private static final Logger LOG = LoggerFactory.getLogger(HookWork.class);

    private final TaskServices services;
    private final TaskSite site;
    private final Consumer<HookEvent> events;

    HookWork(TaskServices services, TaskSite site, Consumer<HookEvent> events) {
        this.services = services;
        this.site = site;
        this.events = events;
    }

    /** All prestart hooks that are not done, up to the first failure. */
    Mono<Prestarted> prestart(TaskRun run) {
        return Mono.defer(() -> services.hookRunner()
                .prestart(
                        services.hooks(),
                        run.local().hookStates(),
                        before -> request(run, given(before.env(), Map.of()))));
    }

    /** Poststart hooks; failures become events. */
    Mono<Void> poststart(TaskRun run, Given given) {
        return pass(run, given, new Moment<>("poststart", TaskHook.Poststart.class, TaskHook.Poststart::poststart))
                .doOnNext(this::tell)
                .then();
    }

    /** Pre-kill hooks; failures are logged. */
    Mono<Void> preKill(TaskRun run, Given given) {
        return pass(run, given, new Moment<>("prekill", TaskHook.PreKill.class, TaskHook.PreKill::preKill))
                .then();
    }

    /** Exited hooks; failures become events. */
    Mono<Void> exited(TaskRun run, Given given) {
        return pass(run, given, new Moment<>("exited", TaskHook.Exited.class, TaskHook.Exited::exited))
                .doOnNext(this::tell)
                .then();
    }

    /** Stop hooks; failures become events. */
    Mono<Void> stop(TaskRun run, Given given) {
        return pass(run, given, new Moment<>("stop", TaskHook.Stop.class, TaskHook.Stop::stop))
                .doOnNext(this::tell)
                .then();
    }

    /** Update hooks; failures are logged. */
    Mono<Void> update(TaskRun run, Given given) {
        return pass(run, given, new Moment<>("update", TaskHook.Update.class, TaskHook.Update::update))
                .then();
    }

    /** Shutdown hooks; failures are logged. */
    Mono<Void> shutdown(TaskRun run, Given given) {
        return pass(run, given, new Moment<>("shutdown", TaskHook.Shutdown.class, TaskHook.Shutdown::shutdown))
                .then();
    }

    /** The environment with what hooks and driver have given. */
    TaskEnv env(Given given) {
        Alloc alloc = site.alloc().get();
        TaskPlace place = place(alloc);
        EnvDirs agent = agentDirs();
        boolean ownRoot = services.driver(place.task().driver())
                .map(driver -> driver.capabilities().isolation())
                .filter(isolation -> isolation != FsIsolation.NONE)
                .isPresent();
        return TaskEnv.of(EnvSpec.of(services.node().get(), alloc)
                .withTask(place.task())
                .withDirs(ownRoot ? EnvDirs.IN_ROOT : agent, agent)
                .withHostEnv(services.settings().hostEnv())
                .withHookEnv(given.env())
                .withDriverPorts(given.ports()));
    }

    TaskPlace place(Alloc alloc) {
        return TaskPlace.of(alloc, site.task())
                .orElseThrow(() -> new IllegalStateException(
                        "alloc " + alloc.id() + " has no task \"" + site.task() + "\" in its job"));
    }

    private EnvDirs agentDirs() {
        TaskDirs dirs = site.dir().task(site.task());
        return new EnvDirs(
                dirs.sharedDir().toString(),
                dirs.localDir().toString(),
                dirs.secretsDir().toString());
    }

    private <H extends TaskHook> Flux<Passed> pass(TaskRun run, Given given, Moment<H> moment) {
        TaskRequest request = request(run, given);
        return services.hookRunner()
                .<H, Void>run(services.hooks(), moment.type(), hook -> moment.call()
                        .apply(
                                hook,
                                request.withPreviousState(
                                        state(run, hook.name()).data())))
                .map(outcome -> new Passed(moment.name(), outcome))
                .doOnNext(this::log);
    }

    private TaskRequest request(TaskRun run, Given given) {
        Alloc alloc = site.alloc().get();
        return new TaskRequest(
                alloc, place(alloc).task(), site.dir(), run.state().restarts(), () -> env(given), Map.of(), events);
    }

    private static HookState state(TaskRun run, String hook) {
        return run.local().hookStates().getOrDefault(hook, HookState.none());
    }

    private static Given given(Map<String, String> env, Map<String, Integer> ports) {
        return new Given(env, ports);
    }

    private void log(Passed passed) {
        passed.outcome()
                .failure()
                .ifPresent(error ->
                        LOG.warn("alloc {} task {}: {}", site.alloc().get().id(), site.task(), passed.text(error)));
    }

    private void tell(Passed passed) {
        passed.outcome()
                .failure()
                .ifPresent(error -> events.accept(HookEvent.ofMessage(HookEvent.HOOK_FAILED, passed.text(error))));
    }

    /**
     * What earlier steps of a start have given to the environment.
     *
     * @param env variables of the prestart hooks
     * @param ports ports as the driver mapped them
     */
    record Given(Map<String, String> env, Map<String, Integer> ports) {
        static final Given NOTHING = new Given(Map.of(), Map.of());
    }

    private record Moment<H extends TaskHook>(
            String name, Class<H> type, BiFunction<H, TaskRequest, Mono<Void>> call) {}

    private record Passed(String moment, HookOutcome<Void> outcome) {
        String text(HookException error) {
            return moment + " hook \"" + outcome.hook() + "\" failed: " + error.getMessage();
        }
    }
}
