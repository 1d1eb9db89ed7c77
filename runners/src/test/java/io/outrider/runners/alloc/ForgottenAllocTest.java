package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Cursor;
import io.outrider.streams.Once;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** What the store holds of an alloc that has left the node. */
class ForgottenAllocTest {

    private final TestFeed feed = new TestFeed();
    private final SlowToTell store = new SlowToTell(new MemoryStore(JournalLimits.DEFAULT));

    @TempDir
    private Path dir;

    @Test
    void nothingIsKeptOfAReportThatTheFeedTookDuringTheRemoval() {
        Alloc alloc = Allocs.of(Json.mapper().readTree("""
                {"ID": "j", "Type": "service", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "mock_driver", "Config": {"run_for": "1h"}}]}]}"""), 0);
        try (TestNode node = new TestNode(dir, feed, store)) {
            feed.place(alloc);
            TestNode.await("it is known to run", () -> store.rows(Table.ACKNOWLEDGED) == 1);
            feed.removeAll();
            TestNode.await("its removal is durable", () -> store.rows(Table.ALLOC) == 0);
            TestNode.await("the feed has its end", () -> store.rows(Table.ACKNOWLEDGED) == 1);
            store.tell();
            TestNode.await("it is gone", () -> node.runners().allocs().isEmpty());
            TestNode.await("nothing is left of it", () -> store.rows(Table.ACKNOWLEDGED) == 0);
        }
        assertThat(store.content().rows()).isEmpty();
    }

    /** Removes allocs at once, but does not say so before a test tells it to. */
    private static final class SlowToTell extends DelegatingStore {

        private final Once<Void> told = new Once<>();

        SlowToTell(StateStore store) {
            super(store);
        }

        void tell() {
            told.complete();
        }

        Recovered content() {
            return Objects.requireNonNull(store().open().block(TestNode.LIMIT));
        }

        long rows(Table table) {
            return content().rows().stream()
                    .filter(row -> row.key().table() == table)
                    .count();
        }

        @Override
        public Mono<Cursor> commit(Commit commit) {
            boolean removes = commit.changes().stream().anyMatch(Change.DeleteAlloc.class::isInstance);
            Mono<Cursor> done = store().commit(commit);
            return removes ? done.flatMap(cursor -> told.value().thenReturn(cursor)) : done;
        }
    }
}
