package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;

/** Nothing here installs BlockHound: it has to be on for every test of the module. */
class BlockHoundTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Workers workers = new Workers();

    @AfterEach
    void close() {
        workers.close(PATIENCE).block(PATIENCE);
    }

    @Test
    void bitesOnLoopThreads() {
        StepVerifier.create(blockOn(workers.parallel("loop", 1)))
                .expectError(BlockingOperationError.class)
                .verify(PATIENCE);
        StepVerifier.create(blockOn(workers.single("one")))
                .expectError(BlockingOperationError.class)
                .verify(PATIENCE);
    }

    @Test
    void letsBlockingWorkersBlock() {
        StepVerifier.create(blockOn(workers.blockingFailWhenFull("io", 1, 1)))
                .expectNext("slept")
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void loopThreadsMayWaitForTheirNextTask() {
        Scheduler loop = workers.parallel("loop", 1);
        for (int i = 0; i < 3; i++) {
            Mono<Long> later = Mono.delay(Duration.ofMillis(5), loop);
            assertThat(later.block(PATIENCE)).isZero();
        }
    }

    @Test
    void loopThreadsMayHandWorkToBusyPools() {
        Scheduler loops = workers.parallel("loop", 4);
        Scheduler io = workers.blockingFailWhenFull("io", 4, 100_000);
        Scheduler timer = workers.single("timer");
        Mono<Void> work = Flux.range(0, 20_000)
                .parallel(4)
                .runOn(loops)
                .flatMap(n -> Mono.delay(Duration.ofNanos(n), timer)
                        .then(Mono.fromRunnable(() -> {}).subscribeOn(io))
                        .timeout(PATIENCE, timer))
                .sequential()
                .then();
        StepVerifier.create(work).expectComplete().verify(PATIENCE);
    }

    private static Mono<String> blockOn(Scheduler scheduler) {
        return Mono.fromCallable(() -> {
                    Thread.sleep(1);
                    return "slept";
                })
                .subscribeOn(scheduler);
    }
}
