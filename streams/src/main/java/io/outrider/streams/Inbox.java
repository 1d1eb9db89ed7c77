package io.outrider.streams;

import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/**
 * The input queue of a loop: any number of producers on any thread, one consumer that gets one input at a time, in the
 * order of the offers, always on the inbox's scheduler. Bounded: an offer that finds it full is refused and the
 * producer is told; nothing is dropped silently. What must never be refused is admitted, and bounded by its producer.
 * Inputs may be put in before the consumer comes and from within it. If the scheduler is gone, the consumer gets an
 * error.
 */
public final class Inbox<T> {

    private final Outlet<T> outlet;
    private final AtomicBoolean consumed = new AtomicBoolean();

    private Inbox(int capacity, Scheduler scheduler) {
        this.outlet = new Outlet<>(capacity, scheduler::schedule, () -> {});
    }

    /** Overflow policy FAIL: a full inbox refuses with {@link Offer#FULL}. */
    public static <T> Inbox<T> failWhenFull(int capacity, Scheduler scheduler) {
        return new Inbox<>(capacity, scheduler);
    }

    /** Puts one input in; never waits. */
    public Offer offer(T input) {
        if (outlet.offer(input)) {
            outlet.drain();
            return Offer.ACCEPTED;
        }
        return outlet.isEnded() ? Offer.CLOSED : Offer.FULL;
    }

    /**
     * Puts one input in, also into a full inbox; never waits. For producers that bound themselves how many of these can
     * wait, such as one for each piece of work under way. Never {@link Offer#FULL}.
     */
    public Offer admit(T input) {
        if (outlet.admit(input)) {
            outlet.drain();
            return Offer.ACCEPTED;
        }
        return Offer.CLOSED;
    }

    /** Refuses further inputs; the consumer gets what is queued and then completion. Idempotent. */
    public void close() {
        outlet.end(null);
        outlet.drain();
    }

    /**
     * The inputs, for exactly one subscriber over the inbox's life; a second one gets an error. Cancelling closes the
     * inbox and discards what is queued.
     */
    public Flux<T> inputs() {
        return new Inputs();
    }

    /** What became of an offer. */
    public enum Offer {
        /** The consumer will get it unless it cancels first. */
        ACCEPTED,
        /** Refused: as many inputs as the capacity wait already. */
        FULL,
        /** Refused: closed, or the consumer has cancelled. */
        CLOSED
    }

    private final class Inputs extends Flux<T> {
        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            if (consumed.compareAndSet(false, true)) {
                outlet.connect(subscriber);
            } else {
                Operators.error(subscriber, new IllegalStateException("this inbox has its one consumer already"));
            }
        }
    }
}
