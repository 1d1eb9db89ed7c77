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
            assertThat(got).as("%s: more than it asked for", name).isLessThanOrEqualTo(asked);
            if (delivery instanceof Delivery.Item<Long> item) {
                check(item);
            } else if (delivery instanceof Delivery.Gap<Long> gap) {
                check(gap);
            }
        } catch (Throwable e) {
            fault = e;
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
        if (cursor.epoch() != place.epoch() || cursor.seq() != place.seq() + 1) {
            throw new AssertionError(name + ": " + cursor + " after " + place);
        }
        if (item.entry().value() != valueAt.applyAsLong(cursor)) {
            throw new AssertionError(name + ": " + item.entry().value() + " at " + cursor);
        }
        place = cursor;
        items++;
    }

    private void check(Delivery.Gap<Long> gap) {
        if (!gap.after().equals(place)) {
            throw new AssertionError(name + ": " + gap + " at " + place);
        }
        if (gap.next().epoch() == place.epoch()) {
            assertThat(gap.next().seq()).as(name).isGreaterThan(place.seq() + 1);
            assertThat(gap.next().seq())
                    .as("%s: the gap hides what is kept", name)
                    .isLessThanOrEqualTo(oldest.getAsLong());
            missed += gap.next().seq() - 1 - place.seq();
        }
        place = new Cursor(gap.next().epoch(), gap.next().seq() - 1);
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
