package io.outrider.streams;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * How long to wait before the next try: exponential, with jitter, up to a cap; how often; and when to begin anew. The
 * record itself is a pure schedule.
 *
 * @param first the wait after the first failure, above zero
 * @param cap no wait is longer, jitter included
 * @param factor each further wait in a row is longer by this factor, 1 or more
 * @param jitter 0 to 1: a wait is anywhere between {@code (1 - jitter)} and {@code (1 + jitter)} of its nominal length
 * @param limit retries in a row before the error is passed on; empty: without end
 * @param resetAfter a try that lived this long before it failed begins a new row; so does, always, one that emitted
 */
public record Backoff(
        Duration first, Duration cap, double factor, double jitter, OptionalLong limit, Duration resetAfter) {

    public Backoff {
        check(first.compareTo(Duration.ZERO) > 0, "first wait", first, "above zero");
        check(cap.compareTo(first) >= 0, "cap", cap, "at least the first wait, " + first);
        check(factor >= 1, "factor", factor, "1 or more");
        check(jitter >= 0 && jitter <= 1, "jitter", jitter, "0 to 1");
        check(limit.isEmpty() || limit.getAsLong() >= 0, "limit", limit, "0 or more");
        check(resetAfter.compareTo(Duration.ZERO) > 0, "reset time", resetAfter, "above zero");
    }

    /** Doubling from {@code first} to {@code cap} without a limit, jitter 0.2, a new row after {@code cap}. */
    public static Backoff doubling(Duration first, Duration cap) {
        return new Backoff(first, cap, 2, 0.2, OptionalLong.empty(), cap);
    }

    /** The same with at most {@code retries} in a row. */
    public Backoff limited(long retries) {
        return new Backoff(first, cap, factor, jitter, OptionalLong.of(retries), resetAfter);
    }

    /**
     * The wait before the next try after {@code failures} in a row (1 is the first); empty when the limit is reached.
     *
     * @param random in [0, 1): where the wait lies within its jitter
     */
    public Optional<Duration> delay(long failures, double random) {
        if (limit.isPresent() && failures > limit.getAsLong()) {
            return Optional.empty();
        }
        double most = cap.toNanos();
        double nominal = Math.min(most, first.toNanos() * Math.pow(factor, failures - 1.0));
        double jittered = nominal * (1 + jitter * (2 * random - 1));
        return Optional.of(Duration.ofNanos((long) Math.min(most, jittered)));
    }

    /**
     * This schedule for {@code retryWhen}. Errors that {@code retryable} refuses, and the error after the last allowed
     * try, are passed on as they are. Each subscriber has a row of its own; waits run on {@code scheduler}.
     */
    public Retry retry(Scheduler scheduler, RandomGenerator random, Predicate<? super Throwable> retryable) {
        return new Retry() {
            @Override
            public Publisher<?> generateCompanion(Flux<RetrySignal> failures) {
                Row row = new Row(Backoff.this, scheduler);
                return failures.concatMap(failure -> retryable.test(failure.failure())
                        ? row.nextTry(failure, random.nextDouble())
                        : Mono.error(failure.failure()));
            }
        };
    }

    private static void check(boolean holds, String name, Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("back-off: " + name + " " + value + " (expected: " + expected + ")");
        }
    }

    /** Failures in a row of one subscriber; Reactor calls it for one failure at a time. */
    private static final class Row {
        private final Backoff backoff;
        private final Scheduler scheduler;
        private long tryBegan;
        private long failures;

        Row(Backoff backoff, Scheduler scheduler) {
            this.backoff = backoff;
            this.scheduler = scheduler;
            this.tryBegan = now();
        }

        Mono<Long> nextTry(Retry.RetrySignal failure, double random) {
            boolean emitted = failure.totalRetriesInARow() == 0;
            boolean livedLong = now() - tryBegan >= backoff.resetAfter.toNanos();
            failures = emitted || livedLong ? 1 : failures + 1;
            return backoff.delay(failures, random)
                    .map(wait -> Mono.delay(wait, scheduler).doOnNext(tick -> tryBegan = now()))
                    .orElseGet(() -> Mono.error(failure.failure()));
        }

        private long now() {
            return scheduler.now(TimeUnit.NANOSECONDS);
        }
    }
}
