package io.outrider.streams.log;

import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Reads late, and hands what it read over later still, so that the window moves in between. */
record SlowJournal(Journal<Long> journal, Random random, Scheduler scheduler) implements Journal<Long> {

    @Override
    public long epoch() {
        return journal.epoch();
    }

    @Override
    public Retained retained() {
        return journal.retained();
    }

    @Override
    public Mono<List<Entry<Long>>> read(long after, int limit) {
        int fewer = 1 + random.nextInt(4);
        return Mono.delay(Duration.ofMillis(random.nextInt(3)), scheduler)
                .then(journal.read(after, Math.min(limit, fewer)))
                .delayElement(Duration.ofMillis(random.nextInt(3)), scheduler);
    }

    @Override
    public void onCommit(CommitListener<Long> listener) {
        journal.onCommit(listener);
    }
}
