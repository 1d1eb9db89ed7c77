package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

class InboxTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Workers workers = new Workers();
    private final Scheduler loop = workers.single("loop");

    @AfterEach
    void close() {
        workers.close(PATIENCE).block(PATIENCE);
    }

    @Test
    void offersBeforeTheConsumerComesAreKeptInOrder() {
        Inbox<Integer> inbox = Inbox.failWhenFull(3, loop);
        assertThat(List.of(inbox.offer(1), inbox.offer(2), inbox.offer(3))).containsOnly(Inbox.Offer.ACCEPTED);
        assertThat(inbox.offer(4)).isEqualTo(Inbox.Offer.FULL);
        inbox.close();
        StepVerifier.create(inbox.inputs()).expectNext(1, 2, 3).expectComplete().verify(PATIENCE);
        assertThat(inbox.offer(5)).isEqualTo(Inbox.Offer.CLOSED);
    }

    @Test
    void whatIsAdmittedFindsRoomAlwaysAndKeepsItsPlace() {
        Inbox<Integer> inbox = Inbox.failWhenFull(2, loop);
        assertThat(List.of(inbox.offer(1), inbox.admit(2), inbox.admit(3))).containsOnly(Inbox.Offer.ACCEPTED);
        assertThat(inbox.offer(4)).isEqualTo(Inbox.Offer.FULL);
        inbox.close();
        StepVerifier.create(inbox.inputs()).expectNext(1, 2, 3).expectComplete().verify(PATIENCE);
        assertThat(inbox.admit(5)).isEqualTo(Inbox.Offer.CLOSED);
    }

    @Test
    void consumerIsToldWhenItsSchedulerIsGone() {
        Scheduler gone = Schedulers.newSingle("gone");
        Inbox<Integer> before = Inbox.failWhenFull(10, gone);
        Inbox<Integer> after = Inbox.failWhenFull(10, gone);
        StepVerifier consumer = StepVerifier.create(before.inputs())
                .expectNext(1)
                .expectError(RejectedExecutionException.class)
                .verifyLater();
        before.offer(1);
        gone.disposeGracefully().block(PATIENCE);

        before.offer(2);
        consumer.verify(PATIENCE);
        assertThat(before.offer(3)).isEqualTo(Inbox.Offer.CLOSED);
        after.offer(1);
        StepVerifier.create(after.inputs())
                .expectError(RejectedExecutionException.class)
                .verify(PATIENCE);
    }

    @Test
    void secondConsumerIsRefused() {
        Inbox<Integer> inbox = Inbox.failWhenFull(1, loop);
        inbox.inputs().subscribe(input -> {});
        StepVerifier.create(inbox.inputs())
                .expectError(IllegalStateException.class)
                .verify(PATIENCE);
    }

    @Test
    void cancelledConsumerClosesTheInboxAndDiscardsWhatWaited() {
        VirtualTimeScheduler scheduler = VirtualTimeScheduler.create();
        Inbox<Integer> inbox = Inbox.failWhenFull(10, scheduler);
        List<Integer> discarded = new ArrayList<>();
        inbox.offer(1);
        inbox.offer(2);
        StepVerifier.create(inbox.inputs().doOnDiscard(Integer.class, discarded::add), 1)
                .then(scheduler::advanceTime)
                .expectNext(1)
                .thenCancel()
                .verify(PATIENCE);
        scheduler.advanceTime();
        assertThat(discarded).containsExactly(2);
        assertThat(inbox.offer(3)).isEqualTo(Inbox.Offer.CLOSED);
    }

    @Test
    void consumerMayOfferToItselfWithoutRecursion() {
        Inbox<Integer> inbox = Inbox.failWhenFull(2, loop);
        StepVerifier.create(inbox.inputs().doOnNext(n -> {
                    if (n < 50_000) {
                        inbox.offer(n + 1);
                    } else {
                        inbox.close();
                    }
                }))
                .then(() -> inbox.offer(1))
                .expectNextCount(50_000)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void manyProducersAreSerialisedAndEachKeepsItsOrder() throws InterruptedException {
        int producers = 4;
        int each = 20_000;
        Inbox<long[]> inbox = Inbox.failWhenFull(64, loop);
        AtomicInteger inside = new AtomicInteger();
        List<String> faults = Collections.synchronizedList(new ArrayList<>());
        long[] last = new long[producers];
        CountDownLatch all = new CountDownLatch(producers * each);
        inbox.inputs().subscribe(input -> {
            if (inside.incrementAndGet() != 1
                    || !Thread.currentThread().getName().equals("agent-loop-1")
                    || input[1] != ++last[(int) input[0]]) {
                faults.add(input[0] + ":" + input[1]);
            }
            inside.decrementAndGet();
            all.countDown();
        });
        for (int p = 0; p < producers; p++) {
            int producer = p;
            Thread thread = new Thread(() -> produce(inbox, producer, each));
            thread.setDaemon(true);
            thread.start();
        }
        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(faults).isEmpty();
    }

    private static void produce(Inbox<long[]> inbox, int producer, int count) {
        for (long n = 1; n <= count; n++) {
            while (inbox.offer(new long[] {producer, n}) == Inbox.Offer.FULL) {
                Thread.onSpinWait();
            }
        }
    }
}
