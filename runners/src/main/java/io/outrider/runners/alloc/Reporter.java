package io.outrider.runners.alloc;

import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Inbox;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.publisher.Mono;

/**
 * Tells the feed what has become of allocs: in batches, urgent news sooner than others, again after a failure, nothing
 * before the feed has been heard (behaviour section 2.9). Sleeps while there is nothing to tell.
 */
final class Reporter {

    private static final Logger LOG = LoggerFactory.getLogger(Reporter.class);

    /** All inputs are admitted: one for news, one for each round, and one for each alloc that leaves the node. */
    private static final int INPUTS = 1;

    private final AllocServices services;
    private final AllocFeed feed;
    private final Scope scope;
    private final Inbox<Runnable> inbox;
    private final Reports reports;
    private final Map<String, AllocUpdate> news = new LinkedHashMap<>();
    private boolean contacted;
    private boolean ticking;
    private long ticks;

    Reporter(AllocServices services, AllocFeed feed, Scope scope, Reports reports) {
        this.services = services;
        this.feed = feed;
        this.scope = scope;
        this.inbox = Inbox.failWhenFull(INPUTS, services.tasks().time().loop());
        this.reports = reports;
    }

    void start() {
        scope.add("reports", inbox.inputs().doOnNext(Runnable::run));
    }

    /** News of one alloc replace older ones that wait: there is one entry an alloc at most. */
    void add(AllocUpdate update) {
        boolean first;
        synchronized (news) {
            first = news.isEmpty();
            news.put(update.allocId(), update);
        }
        if (first) {
            tell(this::takeIn);
        }
    }

    private void takeIn() {
        List<AllocUpdate> all;
        synchronized (news) {
            all = List.copyOf(news.values());
            news.clear();
        }
        all.forEach(reports::add);
        wake();
    }

    /** Everything of this alloc that waits is still told; then it is forgotten. */
    void forget(String allocId) {
        tell(() -> {
            if (reports.forget(allocId)) {
                // The feed may have taken a report during the removal: written behind it, that would stay for ever.
                StateKey key = StateKey.alloc(Table.ACKNOWLEDGED, allocId);
                Commit forgotten = new Commit(List.of(new Change.Delete(key)), List.of());
                scope.add("forgotten", services.tasks().store().commit(forgotten));
            }
        });
    }

    /** The feed has been heard. */
    void contacted() {
        tell(() -> {
            contacted = true;
            wake();
        });
    }

    private void wake() {
        if (contacted && !ticking && !reports.isEmpty()) {
            ticking = true;
            tickAfter(services.settings().reportTick());
        }
    }

    private void tickAfter(Duration wait) {
        scope.add("tick", Mono.delay(wait, services.tasks().time().timer()).doOnNext(tick -> tell(this::tick)));
    }

    private void tick() {
        ticks++;
        ticking = false;
        if (!reports.urgent() && ticks % services.settings().typicalEvery() != 0) {
            wake();
            return;
        }
        List<AllocUpdate> sent = reports.take();
        if (sent.isEmpty()) {
            return;
        }
        ticking = true;
        scope.add(
                "send",
                Mono.defer(() -> feed.report(sent))
                        .timeout(
                                services.settings().closePatience(),
                                services.tasks().time().timer())
                        .doOnSuccess(nothing -> tell(() -> taken(sent)))
                        .onErrorResume(error -> {
                            notReported(sent, error);
                            tell(() -> refused(sent));
                            return Mono.empty();
                        }));
    }

    private static void notReported(List<AllocUpdate> sent, Throwable error) {
        // What the store refuses its owner tells, once for all who want to write.
        Level level = error instanceof StateStoreException ? Level.DEBUG : Level.WARN;
        LOG.atLevel(level)
                .log("{} alloc updates could not be reported, will be tried again: {}", sent.size(), error.toString());
    }

    private void taken(List<AllocUpdate> sent) {
        reports.acknowledged(sent);
        List<Change> kept = sent.stream()
                .filter(update -> reports.isKnown(update.allocId()))
                .<Change>map(
                        update -> new Change.Put(StateKey.alloc(Table.ACKNOWLEDGED, update.allocId()), update.client()))
                .toList();
        scope.add(
                "acknowledged",
                services.tasks()
                        .store()
                        .commit(new Commit(kept, List.of()))
                        // Without it a restarted agent reports once more, and the feed takes that.
                        .onErrorResume(StateStoreException.class, error -> {
                            LOG.debug("what was reported could not be noted: {}", error.getMessage());
                            return Mono.empty();
                        }));
        ticking = false;
        wake();
    }

    private void refused(List<AllocUpdate> sent) {
        reports.failed(sent);
        Duration least = services.settings().reportRetry();
        double more = services.tasks().time().random().nextDouble();
        tickAfter(least.plus(Duration.ofNanos((long) (least.toNanos() * more))));
    }

    private void tell(Runnable input) {
        inbox.admit(input);
    }
}
