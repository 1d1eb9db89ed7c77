package io.outrider.state.store.sqlite;

import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreContract;
import io.outrider.state.store.StoreConfig;
import io.outrider.state.store.StoreThreads;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreContractTest extends StateStoreContract {
    private final Workers workers = new Workers();
    private final StoreThreads threads = StoreThreads.of(workers);

    @TempDir
    private Path temp;

    private Path directory;

    @Override
    protected StateStore create(JournalLimits limits) {
        try {
            directory = Files.createTempDirectory(temp, "state");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reopen(null, limits);
    }

    @Override
    protected StateStore reopen(StateStore closed, JournalLimits limits) {
        return new SqliteStore(StoreConfig.of(directory).withJournal(limits), threads, Clock.systemUTC());
    }

    @AfterEach
    void endThreads() {
        store().close().then(workers.close(Duration.ofSeconds(10))).block(Duration.ofSeconds(20));
    }
}
