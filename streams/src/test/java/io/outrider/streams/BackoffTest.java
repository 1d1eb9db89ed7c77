package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

class BackoffTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Predicate<Throwable> IO = IOException.class::isInstance;

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<Long> tries = new ArrayList<>();
    private final Backoff exact = new Backoff(seconds(1), seconds(8), 2, 0, OptionalLong.of(5), Duration.ofSeconds(60));

    @Test
    void waitsDoubleUpToTheCapAndEndAtTheLimit() {
        assertThat(List.of(waits(1), waits(2), waits(3), waits(4), waits(5)))
                .containsExactly(seconds(1), seconds(2), seconds(4), seconds(8), seconds(8));
        assertThat(exact.delay(6, 0)).isEmpty();
        assertThat(Backoff.doubling(seconds(1), seconds(8)).delay(1_000_000, 0.5))
                .contains(seconds(8));
    }

    @Test
    void jitterStaysWithinItsShareAndUnderTheCap() {
        Backoff backoff = new Backoff(seconds(1), seconds(8), 2, 0.5, OptionalLong.empty(), seconds(60));
        assertThat(backoff.delay(2, 0)).contains(seconds(1));
        assertThat(backoff.delay(2, 0.5)).contains(seconds(2));
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            Duration wait =
                    backoff.delay(1 + random.nextInt(40), random.nextDouble()).orElseThrow();
            assertThat(wait).isBetween(Duration.ofMillis(500), seconds(8));
        }
    }

    @Test
    void retriesAtTheScheduledTimesThenPassesTheErrorOn() {
        StepVerifier.create(failing(new IOException("down")).retryWhen(exact.retry(time, new Random(1), IO)))
                .then(() -> time.advanceTimeBy(seconds(100)))
                .expectErrorMessage("down")
                .verify(PATIENCE);
        assertThat(tries).containsExactly(0L, 1L, 3L, 7L, 15L, 23L);
    }

    @Test
    void predicateRefusesAtOnce() {
        StepVerifier.create(failing(new IllegalStateException("wrong")).retryWhen(exact.retry(time, new Random(1), IO)))
                .expectErrorMessage("wrong")
                .verify(PATIENCE);
        assertThat(tries).containsExactly(0L);
    }

    @Test
    void valueBeginsANewRow() {
        Flux<Long> feed = failing(new IOException("cut")).startWith(1L);
        StepVerifier.create(feed.retryWhen(exact.retry(time, new Random(1), IO)).take(8))
                .then(() -> time.advanceTimeBy(seconds(7)))
                .expectNextCount(8)
                .expectComplete()
                .verify(PATIENCE);
        assertThat(tries).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void longLivedTryBeginsANewRow() {
        Flux<Long> feed = Mono.delay(seconds(61), time).thenMany(failing(new IOException("cut")));
        StepVerifier.create(feed.retryWhen(exact.retry(time, new Random(1), IO)))
                .then(() -> time.advanceTimeBy(seconds(62 * 20)))
                .thenCancel()
                .verify(PATIENCE);
        assertThat(tries).hasSize(20).element(19).isEqualTo(61L + 19 * 62);
    }

    @Test
    void cancelWhileWaitingStopsTheTries() {
        StepVerifier.create(failing(new IOException("down")).retryWhen(exact.retry(time, new Random(1), IO)))
                .then(() -> time.advanceTimeBy(seconds(2)))
                .thenCancel()
                .verify(PATIENCE);
        time.advanceTimeBy(seconds(100));
        assertThat(tries).containsExactly(0L, 1L);
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.doubling(seconds(2), seconds(1)))
                .withMessageContaining("cap PT1S")
                .withMessageContaining("PT2S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backoff.doubling(Duration.ZERO, seconds(1)))
                .withMessageContaining("first wait PT0S");
    }

    private Flux<Long> failing(Exception error) {
        return Flux.defer(() -> {
            tries.add(time.now(TimeUnit.SECONDS));
            return Flux.error(error);
        });
    }

    private Duration waits(long failures) {
        return exact.delay(failures, 0.9).orElseThrow();
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
