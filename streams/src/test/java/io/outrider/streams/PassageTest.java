package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.test.StepVerifier;

@Timeout(60)
class PassageTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Passage passage = new Passage();

    @Test
    void closeWaitsForWhoIsInsideAndLetsNobodyElseIn() throws Exception {
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch out = new CountDownLatch(1);
        CompletableFuture<Optional<String>> step = CompletableFuture.supplyAsync(() -> pass(in, out));
        in.await();
        CompletableFuture<Void> close = passage.close().toFuture();
        assertThat(passage.through(() -> "late")).isEmpty();
        assertThat(close).isNotDone();

        out.countDown();
        assertThat(step.get(60, TimeUnit.SECONDS)).contains("through");
        close.get(60, TimeUnit.SECONDS);
        StepVerifier.create(passage.close()).expectComplete().verify(PATIENCE);
    }

    @Test
    void stepThatFailsHasLeft() {
        assertThatThrownBy(() -> passage.through(() -> {
                    throw new IllegalStateException("failed");
                }))
                .hasMessage("failed");
        StepVerifier.create(passage.close()).expectComplete().verify(PATIENCE);
    }

    private Optional<String> pass(CountDownLatch in, CountDownLatch out) {
        try {
            return passage.through(() -> {
                in.countDown();
                out.await();
                return "through";
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
