package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore;
import java.util.Locale;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** The log store over the segments that a drain writes, by this process or another. */
public final class FileLogStore implements LogStore {

    private final Followers followers;

    /**
     * @param scheduler for blocking file work; one thread of it is taken for 25 ms rounds while readers wait
     */
    public FileLogStore(Scheduler scheduler) {
        this.followers = new Followers(scheduler);
    }

    @Override
    public Flux<LogItem> read(Query query) {
        if (query.offset() < 0) {
            return Flux.error(new IllegalArgumentException("log offset " + query.offset() + " (expected: 0 or more)"));
        }
        return new Reading(query);
    }

    static StreamPaths paths(Query query) {
        return StreamPaths.of(query.logDir(), query.task(), query.fd().name().toLowerCase(Locale.ROOT));
    }

    /** Every subscriber gets a cursor of its own. */
    private final class Reading extends Flux<LogItem> {
        private final Query query;

        Reading(Query query) {
            this.query = query;
        }

        @Override
        public void subscribe(CoreSubscriber<? super LogItem> subscriber) {
            LogCursor cursor = new LogCursor(paths(query), query.offset());
            subscriber.onSubscribe(new LogSubscription(subscriber, followers, cursor, query.follow()));
        }
    }
}
