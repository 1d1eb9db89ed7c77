package io.outrider.runners.alloc;

import io.outrider.runners.dir.AllocDir;
import io.outrider.runners.env.EnvSpec;
import io.outrider.runners.env.TaskEnv;
import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.HookOutcome;
import io.outrider.runners.hook.HookRunner;
import io.outrider.state.model.alloc.Alloc;
import java.util.Locale;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Takes one alloc through the moments of its hooks. Only prerun can fail; other failures are logged. */
final class AllocHookWork {

    private static final Logger LOG = LoggerFactory.getLogger(AllocHookWork.class);

    private final AllocServices services;
    private final AllocDir dir;

    AllocHookWork(AllocServices services, AllocDir dir) {
        this.services = services;
        this.dir = dir;
    }

    /** Stops at the first failure, and fails with it in the reference's words. */
    Mono<Void> prerun(Alloc alloc) {
        return pass(alloc, AllocHook.Prerun.class, AllocHook.Prerun::prerun)
                .concatMap(outcome -> outcome.failure()
                        .<Mono<Void>>map(error -> Mono.error(setupError(outcome, error)))
                        .orElse(Mono.empty()))
                .then();
    }

    Mono<Void> update(Alloc alloc) {
        return all(alloc, AllocHook.Update.class, AllocHook.Update::update);
    }

    Mono<Void> preKill(Alloc alloc) {
        return all(alloc, AllocHook.PreKill.class, AllocHook.PreKill::preKill);
    }

    Mono<Void> preTaskRestart(Alloc alloc) {
        return all(alloc, AllocHook.PreTaskRestart.class, AllocHook.PreTaskRestart::preTaskRestart);
    }

    Mono<Void> postrun(Alloc alloc) {
        return all(alloc, AllocHook.Postrun.class, AllocHook.Postrun::postrun);
    }

    Mono<Void> destroy(Alloc alloc) {
        return all(alloc, AllocHook.Destroy.class, AllocHook.Destroy::destroy);
    }

    Mono<Void> shutdown(Alloc alloc) {
        return all(alloc, AllocHook.Shutdown.class, AllocHook.Shutdown::shutdown);
    }

    private <H extends AllocHook> Mono<Void> all(
            Alloc alloc, Class<H> moment, BiFunction<H, AllocRequest, Mono<Void>> call) {
        return pass(alloc, moment, call)
                .doOnNext(outcome -> outcome.failure()
                        .ifPresent(error -> LOG.warn(
                                "alloc {}: {} hook \"{}\" failed: {}",
                                alloc.id(),
                                moment.getSimpleName().toLowerCase(Locale.ROOT),
                                outcome.hook(),
                                error.getMessage())))
                .then();
    }

    private <H extends AllocHook> Flux<HookOutcome<Void>> pass(
            Alloc alloc, Class<H> moment, BiFunction<H, AllocRequest, Mono<Void>> call) {
        AllocRequest request = new AllocRequest(alloc, dir, () -> env(alloc));
        return new HookRunner(services.tasks().time().timer())
                .<H, Void>run(services.hooks(), moment, hook -> call.apply(hook, request))
                .takeUntil(outcome ->
                        moment == AllocHook.Prerun.class && outcome.failure().isPresent());
    }

    private TaskEnv env(Alloc alloc) {
        return TaskEnv.of(EnvSpec.of(services.tasks().node().get(), alloc));
    }

    private static HookException setupError(HookOutcome<Void> outcome, HookException error) {
        String message = "failed to setup alloc: pre-run hook \"" + outcome.hook() + "\" failed: " + error.getMessage();
        return HookException.builder(message, false).cause(error).build();
    }
}
