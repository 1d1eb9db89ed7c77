package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;

class OnceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void firstOutcomeStandsForEarlyAndLateSubscribers() {
        Once<String> once = new Once<>();
        List<String> early = new ArrayList<>();
        once.value().subscribe(early::add);
        Disposable gone = once.value().subscribe(value -> early.add("never"));
        gone.dispose();
        assertThat(once.isSet()).isFalse();
        assertThat(once.set("a")).isTrue();
        assertThat(once.set("b")).isFalse();
        assertThat(once.complete()).isFalse();
        assertThat(once.fail(new IllegalStateException("late"))).isFalse();
        assertThat(early).containsExactly("a");
        StepVerifier.create(once.value()).expectNext("a").expectComplete().verify(PATIENCE);
    }

    @Test
    void signalCompletesEmptyAndFailureReachesLateSubscribers() {
        Once<Void> signal = new Once<>();
        signal.complete();
        StepVerifier.create(signal.value()).expectComplete().verify(PATIENCE);
        Once<Void> failure = new Once<>();
        failure.fail(new IllegalStateException("broken"));
        StepVerifier.create(failure.value()).expectErrorMessage("broken").verify(PATIENCE);
    }
}
