package io.outrider.state.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Events;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StoreConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** Durable commits a second, each with one value and one event, and what opening costs. */
@Tag("bench")
class SqliteBenchTest {
    private static final String VALUE = "v".repeat(300);

    @TempDir
    private Path temp;

    @Test
    void oneAtATime() {
        try (DiskStore store = DiskStore.open(temp)) {
            commits(store, 2_000, 1);
            int count = 5_000;
            long[] nanos = new long[count];
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                store.store().commit(numbered(i)).block(DiskStore.PATIENCE);
                nanos[i] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            double total = Arrays.stream(nanos).sum() / 1e9;
            print(
                    "single: %.0f commits/s, p50 %.2f ms, p99 %.2f ms, max %.2f ms",
                    count / total, nanos[count / 2] / 1e6, nanos[count * 99 / 100] / 1e6, nanos[count - 1] / 1e6);
            assertThat(count / total).isGreaterThan(100);
        }
    }

    @Test
    void manyAtOnce() {
        try (DiskStore store = DiskStore.open(temp)) {
            commits(store, 10_000, 100);
            long start = System.nanoTime();
            commits(store, 50_000, 100);
            double seconds = (System.nanoTime() - start) / 1e9;
            print("grouped (100 in flight): %.0f commits/s", 50_000 / seconds);
            assertThat(50_000 / seconds).isGreaterThan(1_000);
        }
    }

    @Test
    void openingAFullJournal() {
        try (DiskStore store = DiskStore.open(temp)) {
            commits(store, 150_000, 500);
        }
        long start = System.nanoTime();
        try (DiskStore store = DiskStore.closed(StoreConfig.of(temp))) {
            store.recover();
            print(
                    "open with %d events, %d MB: %.0f ms",
                    store.store().journal().retained().newest(),
                    store.file().toFile().length() >> 20,
                    (System.nanoTime() - start) / 1e6);
        }
    }

    private static void commits(DiskStore store, int count, int atOnce) {
        Flux.range(0, count)
                .flatMap(i -> store.store().commit(numbered(i)), atOnce)
                .blockLast();
    }

    private static Commit numbered(int i) {
        StateKey key = StateKey.alloc(Table.ALLOC, "a" + i % 200);
        return new Commit(List.of(new Change.Put(key, VALUE)), List.of(Events.note("note " + i + VALUE)));
    }

    // CHECKSTYLE OFF: RegexpSinglelineJava because a bench is there to print
    private static void print(String format, Object... values) {
        System.out.println("state: " + String.format(Locale.ROOT, format, values));
    }
    // CHECKSTYLE ON: RegexpSinglelineJava
}
