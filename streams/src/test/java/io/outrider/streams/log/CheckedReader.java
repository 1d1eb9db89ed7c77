package io.outrider.streams.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.EventLog;
import io.outrider.streams.Position;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * The plain model of a reader: it knows its last place, and refuses whatever does not follow from it. A gap has to
 * begin at that place and may only hold what the journal keeps no more.
 */
final class CheckedReader extends BaseSubscriber<Delivery<Long>> {

    private final String name;
    private final LongSupplier oldest;
    private final ToLongFunction<Cursor> valueAt;
    private volatile Cursor place;
    private volatile long asked;
    private long got;
    private long items;
    private long missed;
    private volatile Throwable fault;
    private volatile boolean delivering;

    CheckedReader(String name, Cursor place, LongSupplier oldest, ToLongFunction<Cursor> valueAt) {
        this.name = name;
        this.place = place;
        this.oldest = oldest;
        this.valueAt = valueAt;
    }

    void start(EventLog<Long> log, Position position) {
        log.read(position, Duration.ZERO).subscribe(this);
    }

    void ask(long n) {
        asked = n == Long.MAX_VALUE ? n : asked + n;
        request(n);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        assertThat(got).isZero();
    }

    @Override
    protected void hookOnNext(Delivery<Long> delivery) {
        delivering = true;
        try {
            got++;
            require(got <= asked, "more than it asked for");
            if (delivery instanceof Delivery.Item<Long> item) {
                check(item);
            } else if (delivery instanceof Delivery.Gap<Long> gap) {
                check(gap);
            }
        } catch (Throwable e) {
            fault = fault == null ? e : fault;
            cancel();
        } finally {
            delivering = false;
        }
    }

    @Override
    protected void hookOnError(Throwable error) {
        fault = error;
    }

    private void check(Delivery.Item<Long> item) {
        Cursor cursor = item.entry().cursor();
        require(cursor.epoch() == place.epoch() && cursor.seq() == place.seq() + 1, "not the next entry");
        require(item.entry().value() == valueAt.applyAsLong(cursor), "not what was appended there");
        place = cursor;
        items++;
    }

    private void check(Delivery.Gap<Long> gap) {
        require(gap.after().equals(place), "the gap does not begin where the reader is");
        if (gap.next().epoch() == place.epoch()) {
            require(gap.next().seq() > place.seq() + 1, "an empty gap");
            require(gap.next().seq() <= oldest.getAsLong(), "the gap hides what is kept");
            missed += gap.next().seq() - 1 - place.seq();
        }
        place = new Cursor(gap.next().epoch(), gap.next().seq() - 1);
    }

    /** Plain, because it runs some ten million times. */
    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(name + " at " + place + ": " + otherwise);
        }
    }

    void verify() {
        if (fault != null) {
            throw new AssertionError(name, fault);
        }
    }

    boolean isDelivering() {
        return delivering;
    }

    Cursor place() {
        return place;
    }

    long items() {
        return items;
    }

    long missed() {
        return missed;
    }
}
