package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore;
import java.time.Instant;
import java.util.Locale;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The log store over the segments that a drain writes, by this process or another. */
public final class FileLogStore implements LogStore {

    private final Followers followers;
    private final Scheduler scheduler;

    /**
     * @param scheduler for blocking file work; one thread of it is taken for 25 ms rounds while readers wait
     */
    public FileLogStore(Scheduler scheduler) {
        this.followers = new Followers(scheduler);
        this.scheduler = scheduler;
    }

    @Override
    public Flux<LogItem> read(Query query) {
        if (query.offset() < 0) {
            return Flux.error(new IllegalArgumentException("log offset " + query.offset() + " (expected: 0 or more)"));
        }
        return new Reading(query);
    }

    @Override
    public Mono<Extent> extent(LogFolders folders, String task, Fd fd) {
        return Mono.fromCallable(() -> StreamLook.extent(paths(folders, task, fd)))
                .subscribeOn(scheduler);
    }

    @Override
    public Mono<Long> offsetAt(LogFolders folders, String task, Fd fd, Instant since) {
        return Mono.fromCallable(() -> StreamLook.offsetAt(paths(folders, task, fd), since.toEpochMilli()))
                .subscribeOn(scheduler);
    }

    private static StreamPaths paths(LogFolders folders, String task, Fd fd) {
        return StreamPaths.of(folders, task, fd.name().toLowerCase(Locale.ROOT));
    }

    /** Every subscriber gets a cursor of its own. */
    private final class Reading extends Flux<LogItem> {
        private final Query query;

        Reading(Query query) {
            this.query = query;
        }

        @Override
        public void subscribe(CoreSubscriber<? super LogItem> subscriber) {
            LogCursor cursor = new LogCursor(paths(query.folders(), query.task(), query.fd()), query.offset());
            subscriber.onSubscribe(new LogSubscription(subscriber, followers, cursor, query.follow()));
        }
    }
}
