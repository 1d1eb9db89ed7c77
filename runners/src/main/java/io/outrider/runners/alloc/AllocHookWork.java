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
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes one alloc through the moments of its hooks. Only prerun and destroy can fail; each failure of another moment
 * and of destroy is logged and told by an event.
 */
final class AllocHookWork {

    private static final Logger LOG = LoggerFactory.getLogger(AllocHookWork.class);

    private final AllocServices services;
    private final AllocDir dir;
    private final Consumer<Event> events;

    AllocHookWork(AllocServices services, AllocDir dir, Consumer<Event> events) {
        this.services = services;
        this.dir = dir;
        this.events = events;
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

    /** Calls all hooks, and fails if one did: then something of the alloc is left, and it may be called again. */
    Mono<Void> destroy(Alloc alloc) {
        return told(alloc, AllocHook.Destroy.class, AllocHook.Destroy::destroy)
                .flatMap(outcome -> Mono.justOrEmpty(outcome.failure()))
                .collectList()
                .flatMap(errors -> errors.isEmpty() ? Mono.empty() : Mono.error(removalError(alloc, errors)));
    }

    Mono<Void> shutdown(Alloc alloc) {
        return all(alloc, AllocHook.Shutdown.class, AllocHook.Shutdown::shutdown);
    }

    private <H extends AllocHook> Mono<Void> all(
            Alloc alloc, Class<H> moment, BiFunction<H, AllocRequest, Mono<Void>> call) {
        return told(alloc, moment, call).then();
    }

    private <H extends AllocHook> Flux<HookOutcome<Void>> told(
            Alloc alloc, Class<H> moment, BiFunction<H, AllocRequest, Mono<Void>> call) {
        String name = moment.getSimpleName().toLowerCase(Locale.ROOT);
        return pass(alloc, moment, call)
                .doOnNext(outcome -> outcome.failure().ifPresent(error -> tell(alloc, name, outcome.hook(), error)));
    }

    private void tell(Alloc alloc, String moment, String hook, HookException error) {
        String text = "alloc " + alloc.id() + ": " + moment + " hook \"" + hook + "\" failed: " + error.getMessage();
        LOG.warn(text);
        EventPayload.Note note = new EventPayload.Note(text, Map.of("hook", hook, "moment", moment));
        events.accept(AllocRecords.hookFailed(
                alloc, note, services.tasks().time().clock().instant()));
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

    private static HookException removalError(Alloc alloc, List<HookException> errors) {
        String reasons = errors.stream().map(HookException::getMessage).collect(Collectors.joining("; "));
        String message = "alloc " + alloc.id() + " is not removed: " + reasons;
        return HookException.builder(message, true).cause(errors.get(0)).build();
    }

    private static HookException setupError(HookOutcome<Void> outcome, HookException error) {
        String message = "failed to setup alloc: pre-run hook \"" + outcome.hook() + "\" failed: " + error.getMessage();
        return HookException.builder(message, false).cause(error).build();
    }
}
