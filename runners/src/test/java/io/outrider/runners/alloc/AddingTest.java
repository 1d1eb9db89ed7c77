package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateKey.Table;
import io.outrider.streams.Cursor;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** How the allocs of one snapshot become known. */
class AddingTest {

    private static final int COUNT = 5;
    private static final String JOB = """
            {"ID": "j", "Type": "service", "TaskGroups": [{"Name": "g", "Tasks": [
             {"Name": "t", "Driver": "mock_driver", "Config": {"run_for": "1h"}}]}]}""";

    private final TestFeed feed = new TestFeed();
    private final WatchedStore store = new WatchedStore();
    private final List<Alloc> allocs = IntStream.range(0, COUNT)
            .mapToObj(number -> Allocs.of(Json.mapper().readTree(JOB), number))
            .toList();

    private final TestNode node;

    AddingTest(@TempDir Path dir) {
        node = new TestNode(dir, feed, store);
    }

    @AfterEach
    void clean() {
        feed.removeAll();
        TestNode.await("all allocs are gone", () -> node.runners().allocs().isEmpty());
        node.close();
    }

    @Test
    void allocsOfOneSnapshotShareACommit() {
        feed.place(allocs);
        awaitRunning();
        assertThat(store.allocsPerCommit.get(0)).isEqualTo(COUNT);
    }

    @Test
    void allocsThatCannotBeAddedTogetherAreAddedOneByOne() {
        store.most = 1;
        feed.place(allocs);
        awaitRunning();
        assertThat(store.allocsPerCommit).startsWith(COUNT, 1);
        assertThat(feed.reports()).noneMatch(update -> update.client().status().equals("failed"));
    }

    private void awaitRunning() {
        TestNode.await(
                "all run",
                () -> node.runners().allocs().stream()
                                .filter(alloc -> "running".equals(alloc.clientStatus()))
                                .count()
                        == COUNT);
    }

    /** Counts the allocs in each commit that has any, and refuses those with too many. */
    private static final class WatchedStore extends DelegatingStore {
        private final List<Integer> allocsPerCommit = new CopyOnWriteArrayList<>();
        private volatile int most = Integer.MAX_VALUE;

        WatchedStore() {
            super(new MemoryStore(JournalLimits.DEFAULT));
        }

        @Override
        public Mono<Cursor> commit(Commit commit) {
            return Mono.defer(() -> {
                int allocs = (int) commit.changes().stream()
                        .filter(change ->
                                change instanceof Change.Put put && put.key().table() == Table.ALLOC)
                        .count();
                if (allocs > 0) {
                    allocsPerCommit.add(allocs);
                }
                return allocs > most ? Mono.error(new IllegalStateException("too many")) : store().commit(commit);
            });
        }
    }
}
