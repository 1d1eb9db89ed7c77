package io.outrider.runners.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

class HookRunnerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final HookRunner runner = new HookRunner(timer);
    private final List<String> calls = new ArrayList<>();
    private final TaskRequest base = Requests.request(
            Path.of("unused"), Requests.alloc("", "\"Tasks\": [{\"Name\": \"t\"}]"), new ArrayList<>());

    /** Stops with what it is told, and leaves a trace of it. */
    private final class Stopper implements TaskHook.Stop {
        private final String name;
        private final Mono<Void> end;

        Stopper(String name, Mono<Void> end) {
            this.name = name;
            this.end = end;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Mono<Void> stop(TaskRequest request) {
            return Mono.defer(() -> {
                calls.add(name);
                return end.doOnCancel(() -> calls.add(name + " cancelled"));
            });
        }
    }

    /** Answers as it is told. */
    private record Starter(String name, Function<TaskRequest, Mono<PrestartResponse>> answer)
            implements TaskHook.Prestart {
        @Override
        public Mono<PrestartResponse> prestart(TaskRequest request) {
            return answer.apply(request);
        }
    }

    /** The same, beside the one before. */
    private record Beside(String name, Function<TaskRequest, Mono<PrestartResponse>> answer)
            implements TaskHook.Prestart {
        @Override
        public boolean besidePrevious() {
            return true;
        }

        @Override
        public Mono<PrestartResponse> prestart(TaskRequest request) {
            return answer.apply(request);
        }
    }

    private Starter waiting(String name, TestPublisher<PrestartResponse> end) {
        return new Starter(name, request -> waiting(name, request, end));
    }

    private Beside waitingBeside(String name, TestPublisher<PrestartResponse> end) {
        return new Beside(name, request -> waiting(name, request, end));
    }

    private Mono<PrestartResponse> waiting(String name, TaskRequest request, TestPublisher<PrestartResponse> end) {
        calls.add(name + request.previousState());
        return end.mono().doOnCancel(() -> calls.add(name + " cancelled"));
    }

    private Starter starter(String name, PrestartResponse response) {
        return new Starter(
                name,
                request -> Mono.fromSupplier(() -> {
                    calls.add(name + request.previousState());
                    return response;
                }));
    }

    private Flux<HookOutcome<Void>> stop(List<? extends Hook> hooks) {
        return runner.run(hooks, TaskHook.Stop.class, hook -> hook.stop(base));
    }

    private Prestarted prestart(Map<String, HookState> states, TaskHook... hooks) {
        Prestarted result =
                runner.prestart(List.of(hooks), states, before -> base).block(PATIENCE);
        assertThat(result).isNotNull();
        return result;
    }

    @Test
    void runsHooksOfTheMomentInOrderAndGoesOnAfterFailures() {
        Mono<Void> failure = Mono.error(HookException.fatal("broken"));

        StepVerifier.create(stop(List.of(
                                new Stopper("a", Mono.empty()),
                                starter("not asked", PrestartResponse.again()),
                                new Stopper("b", failure),
                                new Stopper("c", Mono.empty())))
                        .map(outcome -> outcome.hook()
                                + outcome.failure()
                                        .map(HookException::getMessage)
                                        .orElse("")))
                .expectNext("a", "bbroken", "c")
                .expectComplete()
                .verify(PATIENCE);
        assertThat(calls).containsExactly("a", "b", "c");
    }

    @Test
    void theNextHookWaitsForTheOneBefore() {
        TestPublisher<Void> first = TestPublisher.create();

        StepVerifier.create(stop(List.of(new Stopper("a", first.mono()), new Stopper("b", Mono.empty()))), 10)
                .then(() -> assertThat(calls).containsExactly("a"))
                .then(first::complete)
                .expectNextCount(2)
                .expectComplete()
                .verify(PATIENCE);
        assertThat(calls).containsExactly("a", "b");
    }

    @Test
    void takingUntilTheFirstFailureCallsNoFurtherHook() {
        Flux<HookOutcome<Void>> pass = stop(List.of(
                        new Stopper("a", Mono.error(new IllegalStateException("odd"))), new Stopper("b", Mono.empty())))
                .takeUntil(outcome -> outcome.failure().isPresent());

        StepVerifier.create(pass).expectNextCount(1).expectComplete().verify(PATIENCE);
        assertThat(calls).containsExactly("a");
    }

    @Test
    void aStuckHookIsCancelledAbandonedAndNamedAndTheRestGoesOn() {
        StepVerifier.create(stop(List.of(new Stopper("stuck", Mono.never()), new Stopper("b", Mono.empty()))))
                .then(() -> timer.advanceTimeBy(Duration.ofSeconds(59)))
                .then(() -> assertThat(calls).containsExactly("stuck"))
                .then(() -> timer.advanceTimeBy(Duration.ofSeconds(1)))
                .assertNext(outcome -> {
                    assertThat(outcome).isInstanceOf(HookOutcome.Abandoned.class);
                    assertThat(outcome.hook()).isEqualTo("stuck");
                    assertThat(outcome.failure().orElseThrow())
                            .hasMessage("hook did not end within 60 s and was abandoned");
                })
                .assertNext(outcome -> assertThat(outcome.failure()).isEmpty())
                .expectComplete()
                .verify(PATIENCE);
        assertThat(calls).containsExactly("stuck", "stuck cancelled", "b");
    }

    @Test
    void aTimeoutOfTheHooksOwnIsAFailureAndNotAnAbandonedHook() {
        StepVerifier.create(stop(List.of(new Stopper("a", Mono.error(new TimeoutException("no answer"))))))
                .assertNext(outcome -> assertThat(outcome).isInstanceOf(HookOutcome.Failed.class))
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void cancelCancelsThePresentHookAndCallsNoOther() {
        StepVerifier.create(stop(List.of(new Stopper("a", Mono.never()), new Stopper("b", Mono.empty()))))
                .then(() -> assertThat(calls).containsExactly("a"))
                .thenCancel()
                .verify(PATIENCE);
        assertThat(calls).containsExactly("a", "a cancelled");
    }

    @Test
    void aHookThatThrowsInsteadOfFailingIsAFailure() {
        Starter broken = new Starter("broken", request -> {
            throw new IllegalStateException("thrown");
        });

        HookOutcome<PrestartResponse> failure =
                prestart(Map.of(), broken).failure().orElseThrow();

        assertThat(failure.hook()).isEqualTo("broken");
        assertThat(failure.failure().orElseThrow()).hasMessage("thrown");
        assertThat(failure.failure().orElseThrow().recoverable()).isFalse();
    }

    @Test
    void prestartKeepsStateAndPutsLaterEnvOverEarlier() {
        Prestarted result = prestart(
                Map.of("b", new HookState(false, Map.of("seen", "1"), Map.of("OLD", "x"))),
                starter("a", PrestartResponse.finished().withEnv(Map.of("A", "a", "X", "a"))),
                starter(
                        "b",
                        PrestartResponse.again().withState(Map.of("seen", "2")).withEnv(Map.of("X", "b"))));

        assertThat(calls).containsExactly("a{}", "b{seen=1}");
        assertThat(result.env()).isEqualTo(Map.of("A", "a", "X", "b"));
        assertThat(result.failure()).isEmpty();
        assertThat(result.states())
                .isEqualTo(Map.of(
                        "a", new HookState(true, Map.of(), Map.of("A", "a", "X", "a")),
                        "b", new HookState(false, Map.of("seen", "2"), Map.of("X", "b"))));
    }

    @Test
    void aHookThatNeedsNothingOfTheOneBeforeRunsBesideIt() {
        TestPublisher<PrestartResponse> a = TestPublisher.create();
        TestPublisher<PrestartResponse> b = TestPublisher.create();
        List<TaskHook> hooks = List.of(waiting("a", a), waitingBeside("b", b), starter("c", PrestartResponse.again()));

        StepVerifier.create(runner.prestart(hooks, Map.of(), before -> base))
                .then(() -> assertThat(calls).containsExactly("a{}", "b{}"))
                .then(() -> b.emit(PrestartResponse.again().withEnv(Map.of("X", "b", "B", "b"))))
                .then(() -> assertThat(calls).hasSize(2))
                .then(() -> a.emit(PrestartResponse.again().withEnv(Map.of("X", "a", "A", "a"))))
                .assertNext(result -> assertThat(result.env()).isEqualTo(Map.of("A", "a", "B", "b", "X", "b")))
                .expectComplete()
                .verify(PATIENCE);
        assertThat(calls).containsExactly("a{}", "b{}", "c{}");
    }

    @Test
    void aFailureCancelsWhatRunsBesideIt() {
        TestPublisher<PrestartResponse> a = TestPublisher.create();
        List<TaskHook> hooks = List.of(
                waiting("a", a), waitingBeside("b", TestPublisher.create()), starter("c", PrestartResponse.again()));

        StepVerifier.create(runner.prestart(hooks, Map.of(), before -> base))
                .then(() -> a.error(HookException.fatal("broken")))
                .assertNext(result ->
                        assertThat(result.failure().orElseThrow().hook()).isEqualTo("a"))
                .expectComplete()
                .verify(PATIENCE);
        assertThat(calls).containsExactly("a{}", "b{}", "b cancelled");
    }

    @Test
    void cancelCancelsAllThatRunBesideEachOther() {
        List<TaskHook> hooks =
                List.of(waiting("a", TestPublisher.create()), waitingBeside("b", TestPublisher.create()));

        StepVerifier.create(runner.prestart(hooks, Map.of(), before -> base))
                .then(() -> assertThat(calls).containsExactly("a{}", "b{}"))
                .thenCancel()
                .verify(PATIENCE);
        assertThat(calls).containsExactlyInAnyOrder("a{}", "b{}", "a cancelled", "b cancelled");
    }

    @Test
    void aDoneHookIsNotCalledAgainButItsEnvIs() {
        Prestarted result = prestart(
                Map.of("a", new HookState(true, Map.of("k", "v"), Map.of("A", "kept"))),
                starter("a", PrestartResponse.again()),
                starter("b", PrestartResponse.again()));

        assertThat(calls).containsExactly("b{}");
        assertThat(result.env()).isEqualTo(Map.of("A", "kept"));
        assertThat(result.state("a").data()).isEqualTo(Map.of("k", "v"));
    }

    @Test
    void aFailureStopsThePassAndKeepsWhatWasDoneByThen() {
        HookException halfway = HookException.builder("second is missing", true)
                .partialState(Map.of("first", "1"))
                .event(HookEvent.ofMessage("Failed Artifact Download", "second is missing"))
                .build();
        Prestarted result = prestart(
                Map.of(),
                starter("a", PrestartResponse.finished()),
                new Starter("b", request -> Mono.error(halfway)),
                starter("c", PrestartResponse.again()));

        assertThat(calls).containsExactly("a{}");
        assertThat(result.failure().orElseThrow().hook()).isEqualTo("b");
        assertThat(result.failure().orElseThrow().failure()).contains(halfway);
        assertThat(result.state("a").prestartDone()).isTrue();
        assertThat(result.state("b")).isEqualTo(new HookState(false, Map.of("first", "1"), Map.of()));
    }

    @Test
    void aFailureWithoutPartialStateKeepsTheStateBefore() {
        HookState before = new HookState(false, Map.of("k", "v"), Map.of());
        Prestarted result = prestart(
                Map.of("a", before), new Starter("a", request -> Mono.error(HookException.retryable("no", null))));

        assertThat(result.state("a")).isEqualTo(before);
    }
}
