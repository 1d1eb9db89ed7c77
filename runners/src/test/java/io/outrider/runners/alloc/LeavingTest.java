package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.streams.Cursor;
import io.outrider.streams.Once;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** What the last task's end means for its alloc is durable when the agent has left, however slow the disk is. */
@Timeout(120)
class LeavingTest {

    private static final String JOB = """
            {"ID": "j", "Type": "batch", "TaskGroups": [{"Name": "g", "Tasks": [
              {"Name": "t", "Driver": "raw_exec", "Config": {"command": "/bin/sh", "args": ["-c",
                "cd $NOMAD_ALLOC_DIR; touch up; while [ ! -e go ]; do sleep 0.02; done; exit 0"]}}]}]}""";

    private final TestFeed feed = new TestFeed();
    private final SlowStore store = new SlowStore();

    @TempDir
    private Path dir;

    @Test
    void endOfAnAllocThatBecomesKnownWhileTheAgentLeavesIsWritten() throws Exception {
        TestNode node = new TestNode(dir, feed, store);
        Alloc alloc = Allocs.of(Json.mapper().readTree(JOB), 0);
        feed.place(alloc);
        Path own = dir.resolve("alloc").resolve(alloc.id()).resolve("alloc");
        TestNode.await("it runs", () -> Files.exists(own.resolve("up")));
        TestNode.await(
                "that is known", () -> "running".equals(node.alloc(alloc.id()).clientStatus()));

        store.slow = true;
        Files.writeString(own.resolve("go"), "");
        TestNode.await("the death of the task is about to be written", () -> store.deaths.isSet());
        CompletableFuture<Void> left = node.runners().close().toFuture();
        store.deathsGoOn.complete();
        left.get(60, TimeUnit.SECONDS);
        node.close();
        assertThat(Objects.requireNonNull(store.open().block(TestNode.LIMIT))
                        .find(StateKey.alloc(Table.ALLOC, alloc.id())))
                .map(text -> Json.read(text, Alloc.class).clientStatus())
                .contains("complete");
        store.slow = false;
        clean();
    }

    private void clean() {
        TestNode node = new TestNode(dir, feed, store);
        feed.publish();
        feed.removeAll();
        TestNode.await("all allocs are gone", () -> node.runners().allocs().isEmpty());
        node.close();
    }

    /** Deaths of tasks wait until the test lets them go on; whatever there is of allocs takes half a second. */
    private static final class SlowStore extends DelegatingStore {
        private final Once<Void> deaths = new Once<>();
        private final Once<Void> deathsGoOn = new Once<>();
        private volatile boolean slow;

        SlowStore() {
            super(new MemoryStore(JournalLimits.DEFAULT));
        }

        @Override
        public Mono<Cursor> commit(Commit commit) {
            return Mono.defer(() -> {
                if (slow
                        && puts(
                                commit,
                                value -> value instanceof TaskState state
                                        && state.state().equals(TaskState.DEAD))) {
                    deaths.complete();
                    return deathsGoOn.value().then(store().commit(commit));
                }
                if (slow && puts(commit, Alloc.class::isInstance)) {
                    return Mono.delay(Duration.ofMillis(500)).then(store().commit(commit));
                }
                return store().commit(commit);
            });
        }

        private static boolean puts(Commit commit, Predicate<Object> value) {
            return commit.changes().stream()
                    .anyMatch(change -> change instanceof Change.Put put && value.test(put.value()));
        }
    }
}
