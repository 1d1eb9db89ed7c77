package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.test.StepVerifier;

class TopicTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void latestGivesASlowSubscriberOnlyTheNewest() {
        Topic<Integer> topic = Topic.latest();
        topic.publish(1);
        StepVerifier.create(topic.values(), 0)
                .thenRequest(1)
                .expectNext(1)
                .then(() -> publish(topic, 2, 5))
                .thenRequest(10)
                .expectNext(5)
                .then(topic::close)
                .expectComplete()
                .verify(PATIENCE);
        assertThat(topic.dropped()).isEqualTo(3);
        StepVerifier.create(topic.values()).expectNext(5).expectComplete().verify(PATIENCE);
    }

    @Test
    void dropOldestKeepsTheNewestAndCountsTheLost() {
        Topic<Integer> topic = Topic.dropOldest(3);
        publish(topic, 1, 2);
        StepVerifier.create(topic.values(), 0)
                .then(() -> publish(topic, 3, 10))
                .thenRequest(10)
                .expectNext(8, 9, 10)
                .then(topic::close)
                .expectComplete()
                .verify(PATIENCE);
        assertThat(topic.dropped()).isEqualTo(5);
        assertThat(topic.publish(11)).isFalse();
    }

    @Test
    void failingEndsOnlyTheSlowSubscriberAfterWhatItHad() {
        Topic<Integer> topic = Topic.failing(2);
        List<Integer> quick = new ArrayList<>();
        topic.values().subscribe(quick::add);
        StepVerifier.create(topic.values(), 0)
                .then(() -> publish(topic, 1, 4))
                .thenRequest(10)
                .expectNext(1, 2)
                .expectErrorMatches(Exceptions::isOverflow)
                .verify(PATIENCE);
        assertThat(quick).containsExactly(1, 2, 3, 4);
        assertThat(topic.subscribers()).isOne();
        assertThat(topic.dropped()).isOne();
    }

    @Test
    void cancelLeavesTheTopic() {
        Topic<Integer> topic = Topic.dropOldest(3);
        topic.values().subscribe(value -> {}).dispose();
        assertThat(topic.subscribers()).isZero();
    }

    @Test
    void concurrentPublishersGiveAllSubscribersOneOrder() throws InterruptedException {
        Topic<Integer> topic = Topic.dropOldest(100_000);
        List<List<Integer>> seen = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(3 * 40_000);
        for (int i = 0; i < 3; i++) {
            List<Integer> mine = Collections.synchronizedList(new ArrayList<>());
            seen.add(mine);
            topic.values().subscribe(value -> {
                mine.add(value);
                all.countDown();
            });
        }
        for (int p = 0; p < 4; p++) {
            int from = p * 10_000;
            Thread thread = new Thread(() -> publish(topic, from, from + 9_999));
            thread.setDaemon(true);
            thread.start();
        }
        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(topic.dropped()).isZero();
        assertThat(seen.get(0)).hasSize(40_000).isEqualTo(seen.get(1)).isEqualTo(seen.get(2));
    }

    private static void publish(Topic<Integer> topic, int from, int to) {
        for (int i = from; i <= to; i++) {
            topic.publish(i);
        }
    }
}
