package io.outrider.runners.alloc;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Cursor;
import io.outrider.streams.Once;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** What the feed is told of an alloc that is collected. */
class CollectedAllocTest {

    private final TestFeed feed = new TestFeed();
    private final Held store = new Held(new MemoryStore(JournalLimits.DEFAULT));

    @TempDir
    private Path dir;

    @Test
    void lastEventIsToldHoweverLongTheStoreTakes() {
        Alloc alloc = Allocs.of(Json.mapper().readTree("""
                {"ID": "j", "Type": "service", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "mock_driver", "Config": {"run_for": "1h"}}]}]}"""), 0);
        try (TestNode node = new TestNode(dir, feed, store)) {
            feed.place(alloc);
            TestNode.await("it runs", () -> isTold(alloc, "running"));
            feed.stop(alloc.id(), false);
            TestNode.await("it has ended", () -> isTold(alloc, "complete"));
            CompletableFuture<Void> collected =
                    node.runners().collect(alloc.id()).toFuture();
            Path own = dir.resolve("alloc").resolve(alloc.id());
            TestNode.await("its directory is removed", () -> Files.notExists(own));
            store.letGo();
            TestNode.await("it is collected", collected::isDone);
            TestNode.await("the last event is told", () -> feed.reports().stream()
                    .flatMap(update -> Objects.requireNonNull(update.client().taskStates()).values().stream())
                    .anyMatch(state -> kills(state) == 2));
        }
    }

    private boolean isTold(Alloc alloc, String status) {
        return feed.reports().stream()
                .anyMatch(update -> update.allocId().equals(alloc.id())
                        && status.equals(update.client().status()));
    }

    private static long kills(TaskState state) {
        return state.events().stream()
                .filter(event -> event.type().equals("Killing"))
                .count();
    }

    /** Takes its time to write that an ended task was killed once more. */
    private static final class Held extends DelegatingStore {

        private final Once<Void> free = new Once<>();

        Held(StateStore store) {
            super(store);
        }

        void letGo() {
            free.complete();
        }

        @Override
        public Mono<Cursor> commit(Commit commit) {
            boolean held = commit.changes().stream()
                    .anyMatch(change -> change instanceof Change.Put put
                            && put.value() instanceof TaskState state
                            && kills(state) == 2);
            return held ? free.value().then(store().commit(commit)) : store().commit(commit);
        }
    }
}
