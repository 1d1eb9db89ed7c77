package io.outrider.runners.hook;

import io.outrider.runners.hook.HookOutcome.Abandoned;
import io.outrider.runners.hook.HookOutcome.Failed;
import io.outrider.runners.hook.HookOutcome.Succeeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs hooks one after another, or side by side where they say so. Its publishers never fail: failures are outcomes.
 * Cancel cancels the present hooks.
 */
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
     * first failure, which is part of the result. Hooks that may run beside the one before do, and see what the hooks
     * before both have given.
     *
     * @param states what was kept of each hook, by name
     * @param request makes the request from what the hooks so far have given; its previous state is filled in here
     */
    public Mono<Prestarted> prestart(
            List<? extends Hook> hooks, Map<String, HookState> states, Function<Prestarted, TaskRequest> request) {
        Mono<Prestarted> pass = Mono.just(Prestarted.from(states));
        for (List<TaskHook.Prestart> group : groups(hooks)) {
            pass = pass.flatMap(
                    before -> before.failure().isPresent() ? Mono.just(before) : together(group, before, request));
        }
        return pass;
    }

    /** What runs at the same time. */
    private static List<List<TaskHook.Prestart>> groups(List<? extends Hook> hooks) {
        List<List<TaskHook.Prestart>> groups = new ArrayList<>();
        for (Hook hook : hooks) {
            if (hook instanceof TaskHook.Prestart prestart) {
                if (groups.isEmpty() || !prestart.besidePrevious()) {
                    groups.add(new ArrayList<>());
                }
                groups.get(groups.size() - 1).add(prestart);
            }
        }
        return groups;
    }

    /** Taken in by the order of the list, whoever ends first. */
    private Mono<Prestarted> together(
            List<TaskHook.Prestart> group, Prestarted before, Function<Prestarted, TaskRequest> request) {
        return Flux.fromIterable(group)
                .flatMapSequential(hook -> one(hook, before, request))
                .scan(before, (now, outcome) -> outcome.apply(now))
                .takeUntil(now -> now.failure().isPresent())
                .last();
    }

    private Mono<UnaryOperator<Prestarted>> one(
            TaskHook.Prestart hook, Prestarted before, Function<Prestarted, TaskRequest> request) {
        HookState state = before.state(hook.name());
        if (state.prestartDone()) {
            return Mono.just(now -> now.withEnv(state.env()));
        }
        return one(hook, called -> called.prestart(request.apply(before).withPreviousState(state.data())))
                .map(outcome -> now -> now.after(outcome));
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
