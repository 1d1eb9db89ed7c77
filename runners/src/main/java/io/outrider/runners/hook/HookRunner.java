package io.outrider.runners.hook;

import io.outrider.runners.hook.HookOutcome.Abandoned;
import io.outrider.runners.hook.HookOutcome.Failed;
import io.outrider.runners.hook.HookOutcome.Succeeded;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Runs hooks one after another. Its publishers never fail: failures are outcomes. Cancel cancels the present hook. */
public final class HookRunner {

    private final Scheduler timer;

    /** {@code timer} counts the deadlines. */
    public HookRunner(Scheduler timer) {
        this.timer = timer;
    }

    /**
     * Calls those of {@code hooks} that are of {@code moment}, in order, each after the outcome of the one before. All
     * are called; to stop at the first failure, take until {@link HookOutcome#failure} is there.
     */
    public <H extends Hook, R> Flux<HookOutcome<R>> run(
            List<? extends Hook> hooks, Class<H> moment, Function<H, Mono<R>> call) {
        return Flux.fromIterable(hooks)
                .filter(moment::isInstance)
                .map(moment::cast)
                .concatMap(hook -> one(hook, call), 0);
    }

    /**
     * Prepares a start of a task: calls the prestart hooks in order, those that are done excepted, and stops at the
     * first failure, which is part of the result.
     *
     * @param states what was kept of each hook, by name
     * @param request makes the request from what the hooks so far have given; its previous state is filled in here
     */
    public Mono<Prestarted> prestart(
            List<? extends Hook> hooks, Map<String, HookState> states, Function<Prestarted, TaskRequest> request) {
        Mono<Prestarted> pass = Mono.just(Prestarted.from(states));
        for (Hook hook : hooks) {
            if (hook instanceof TaskHook.Prestart prestart) {
                pass = pass.flatMap(before -> next(prestart, before, request));
            }
        }
        return pass;
    }

    private Mono<Prestarted> next(
            TaskHook.Prestart hook, Prestarted before, Function<Prestarted, TaskRequest> request) {
        if (before.failure().isPresent()) {
            return Mono.just(before);
        }
        HookState state = before.state(hook.name());
        if (state.prestartDone()) {
            return Mono.just(before.withEnv(state.env()));
        }
        return one(hook, called -> called.prestart(request.apply(before).withPreviousState(state.data())))
                .map(before::after);
    }

    private <H extends Hook, R> Mono<HookOutcome<R>> one(H hook, Function<H, Mono<R>> call) {
        return Mono.defer(() -> call.apply(hook))
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .<HookOutcome<R>>map(result -> new Succeeded<>(hook.name(), result))
                .onErrorResume(error -> Mono.just(new Failed<>(hook.name(), asHookException(error))))
                .timeout(hook.deadline(), Mono.fromSupplier(() -> abandoned(hook)), timer);
    }

    private static <R> HookOutcome<R> abandoned(Hook hook) {
        String message = "hook did not end within " + hook.deadline().toSeconds() + " s and was abandoned";
        return new Abandoned<>(hook.name(), HookException.retryable(message, null));
    }

    private static HookException asHookException(Throwable error) {
        if (error instanceof HookException known) {
            return known;
        }
        String message = error.getMessage() == null ? error.toString() : error.getMessage();
        return HookException.builder(message, false).cause(error).build();
    }
}
