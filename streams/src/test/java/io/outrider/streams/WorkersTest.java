package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;

class WorkersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Workers workers = new Workers();

    @AfterEach
    void close() {
        workers.close(Duration.ofSeconds(1)).block(PATIENCE);
    }

    @Test
    void threadsAreDaemonsWithTheRoleInTheirName() {
        assertThat(threadOf(workers.single("clock"))).satisfies(thread -> {
            assertThat(thread.getName()).isEqualTo("agent-clock-1");
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread).isInstanceOf(NonBlocking.class);
        });
        assertThat(threadOf(workers.parallel("loop", 2)).getName()).isEqualTo("agent-loop-1");
        assertThat(threadOf(workers.blockingFailWhenFull("io", 1, 1))).satisfies(thread -> {
            assertThat(thread.getName()).isEqualTo("agent-io-1");
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread).isNotInstanceOf(NonBlocking.class);
        });
    }

    @Test
    void fullQueueFailsTheSubscriber() {
        Scheduler io = workers.blockingFailWhenFull("io", 1, 1);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        io.schedule(() -> hold(busy, gate));
        await(busy);
        io.schedule(() -> {});
        StepVerifier.create(Mono.just(1).subscribeOn(io))
                .expectError(RejectedExecutionException.class)
                .verify(PATIENCE);
        gate.countDown();
    }

    @Test
    void closeWaitsForTheThreadsAndRefusesNewSchedulers() {
        threadOf(workers.single("a"));
        threadOf(workers.blockingFailWhenFull("b", 2, 10));
        assertThat(workers.liveThreads()).isEqualTo(2);
        StepVerifier.create(workers.close(PATIENCE)).expectComplete().verify(PATIENCE);
        assertThat(workers.liveThreads()).isZero();
        assertThatThrownBy(() -> workers.single("late")).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void closeGivesUpAfterTheGrace() {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        workers.blockingFailWhenFull("deaf", 1, 1).schedule(() -> holdUninterruptibly(busy, gate));
        await(busy);
        StepVerifier.create(workers.close(Duration.ofMillis(50)))
                .expectComplete()
                .verify(PATIENCE);
        assertThat(workers.liveThreads()).isOne();
        gate.countDown();
    }

    private static Thread threadOf(Scheduler scheduler) {
        return Mono.fromCallable(Thread::currentThread).subscribeOn(scheduler).block(PATIENCE);
    }

    private static void hold(CountDownLatch busy, CountDownLatch gate) {
        busy.countDown();
        await(gate);
    }

    private static void holdUninterruptibly(CountDownLatch busy, CountDownLatch gate) {
        busy.countDown();
        while (gate.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
