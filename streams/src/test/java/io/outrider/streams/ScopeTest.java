package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class ScopeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> errors = new ArrayList<>();
    private final Scope scope = new Scope("alloc", (work, error) -> errors.add(work + ": " + error.getMessage()));

    @Test
    void closingCancelsAllNewestFirst() {
        List<String> cancelled = new ArrayList<>();
        scope.add("one", Flux.never().doOnCancel(() -> cancelled.add("one")));
        scope.add("two", (Disposable) () -> cancelled.add("two"));
        scope.add("three", Flux.never().doOnCancel(() -> cancelled.add("three")));
        StepVerifier.create(scope.close()).expectComplete().verify(PATIENCE);
        assertThat(cancelled).containsExactly("three", "two", "one");
        assertThat(scope.size()).isZero();
    }

    @Test
    void everyCloserGetsTheSameEndAndNoneGetsItEarly() {
        Once<Void> slow = new Once<>();
        scope.onClose(slow::value);
        List<String> ends = new ArrayList<>();
        Disposable first = scope.close().subscribe(nothing -> {}, error -> {}, () -> ends.add("first"));
        scope.close().subscribe(nothing -> {}, error -> {}, () -> ends.add("second"));
        first.dispose();
        assertThat(ends).isEmpty();
        slow.complete();
        assertThat(ends).containsExactly("second");
        StepVerifier.create(scope.close()).expectComplete().verify(PATIENCE);
        StepVerifier.create(scope.closed()).expectComplete().verify(PATIENCE);
    }

    @Test
    void closeStepsRunInReverseAndKeepTheFirstFailure() {
        List<String> ran = new ArrayList<>();
        scope.onClose(() -> Mono.fromRunnable(() -> ran.add("a")));
        scope.onClose(() -> Mono.error(new IllegalStateException("second")));
        scope.onClose(() -> Mono.error(new IllegalStateException("first")));
        StepVerifier.create(scope.close())
                .expectErrorSatisfies(
                        error -> assertThat(error).hasMessage("first").satisfies(e -> assertThat(e.getSuppressed())
                                .hasSize(1)))
                .verify(PATIENCE);
        assertThat(ran).containsExactly("a");
    }

    @Test
    void closedScopeSubscribesNothingAndDisposesAtOnce() {
        StepVerifier.create(scope.close()).expectComplete().verify(PATIENCE);
        TestPublisher<String> late = TestPublisher.create();
        assertThat(scope.add("late", late.flux()).isDisposed()).isTrue();
        late.assertWasNotSubscribed();
        AtomicBoolean disposed = new AtomicBoolean();
        scope.add("handle", (Disposable) () -> disposed.set(true));
        assertThat(disposed).isTrue();
        assertThat(scope.onClose(Mono::empty)).isFalse();
    }

    @Test
    void errorGoesToTheConsumerByNameAndEndsOnlyThatWork() {
        TestPublisher<String> good = TestPublisher.create();
        scope.add("good", good.flux());
        scope.add("bad", Flux.error(new IllegalStateException("broken")));
        assertThat(errors).containsExactly("alloc/bad: broken");
        good.assertWasNotCancelled();
        assertThat(scope.size()).isOne();
    }

    @Test
    void whatEndsIsForgottenAndAHandleCancelsOne() {
        scope.add("short", Flux.range(0, 1000));
        Disposable handle = scope.add("long", Flux.never());
        assertThat(scope.size()).isOne();
        handle.dispose();
        assertThat(scope.size()).isZero();
    }
}
