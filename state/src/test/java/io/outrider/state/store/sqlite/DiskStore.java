package io.outrider.state.store.sqlite;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Events;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StoreConfig;
import io.outrider.state.store.StoreThreads;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Workers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import reactor.core.publisher.Mono;

/** A store on disk with threads of its own, for one test. */
final class DiskStore implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T09:10:11Z"), ZoneOffset.UTC);

    private final Workers workers = new Workers();
    private final SqliteStore store;
    private final Path file;

    private DiskStore(StoreConfig config) {
        this.store = new SqliteStore(config, StoreThreads.of(workers), CLOCK);
        this.file = config.directory().resolve("state.db");
    }

    static DiskStore closed(StoreConfig config) {
        return new DiskStore(config);
    }

    static DiskStore open(Path directory) {
        DiskStore store = new DiskStore(StoreConfig.of(directory));
        store.recover();
        return store;
    }

    Recovered recover() {
        return await(store.open());
    }

    SqliteStore store() {
        return store;
    }

    Cursor put(StateKey key, Object value) {
        return await(store.commit(new Commit(List.of(new Change.Put(key, value)), List.of(Events.note(key.id())))));
    }

    List<Entry<Event>> read(long after, int limit) {
        return await(store.journal().read(after, limit));
    }

    /** Changes a closed store's file behind its back. */
    static void sql(Path directory, String... statements) {
        try (Connection connection = Database.plain(directory.resolve("state.db"), false)) {
            Database.run(connection, statements);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static long number(Path directory, String sql) {
        try (Connection connection = Database.plain(directory.resolve("state.db"), false)) {
            return Database.number(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Path file() {
        return file;
    }

    static <T> T await(Mono<T> mono) {
        return mono.blockOptional(PATIENCE).orElseThrow();
    }

    @Override
    public void close() {
        store.close().block(PATIENCE);
        workers.close(Duration.ofSeconds(10)).block(PATIENCE);
    }
}
