package io.outrider.state.store.sqlite;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.state.store.StoreConfig;
import io.outrider.state.store.StoreThreads;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import io.outrider.streams.Once;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The store on disk: {@code state.db} in WAL mode, synced at each group of commits. What {@link #open} does with
 * damaged files is told at {@link Opening}. Outcomes of commits come on {@link StoreThreads#replies}. A failed
 * commit, for want of space say, leaves everything as it was, and the store goes on when there is space again. An
 * object is opened once.
 */
public final class SqliteStore implements StateStore {
    private final StoreConfig config;
    private final StoreThreads threads;
    private final Clock clock;
    private final Path file;
    private final CommitQueue queue;
    private final JournalReads reads;
    private final SqliteJournal journal = new SqliteJournal();
    private final AtomicBoolean opened = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Once<Void> closed = new Once<>();
    private volatile @Nullable GroupWriter writer;
    private volatile @Nullable StoreLock lock;

    public SqliteStore(StoreConfig config, StoreThreads threads, Clock clock) {
        this.config = Objects.requireNonNull(config, "config");
        this.threads = Objects.requireNonNull(threads, "threads");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.file = config.directory().resolve(Opening.FILE);
        this.queue = new CommitQueue(config.queuedCommits(), threads.writer(), this::write, this::closeNow);
        this.reads = new JournalReads(file);
    }

    @Override
    public Mono<Recovered> open() {
        return Mono.fromCallable(this::openNow).subscribeOn(threads.writer());
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> {
                    CommitQueue.Request request = CommitQueue.Request.of(commit);
                    queue.offer(request);
                    return request.outcome().value();
                })
                // Off the writer's thread: what a committer does next must not hold up the next commit.
                .publishOn(threads.replies());
    }

    @Override
    public Journal<Event> journal() {
        return journal;
    }

    @Override
    public Mono<Void> backup(Path target) {
        return Mono.<Void>fromRunnable(() -> backupNow(target)).subscribeOn(threads.readers());
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            if (closing.compareAndSet(false, true)) {
                queue.close();
            }
            return closed.value();
        });
    }

    private Recovered openNow() throws SQLException {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("a store object is opened once: make a new one for " + file);
        }
        config.nativeDirectory().ifPresent(NativeLibrary::load);
        StoreLock taken = lockDirectory();
        try {
            Opening.Opened found = new Opening(config.directory(), clock).open();
            GroupWriter ready = GroupWriter.over(found, file, config.journal());
            ready.listen(journal.listener);
            lock = taken;
            writer = ready;
            return found.recovered();
        } catch (SQLException | RuntimeException e) {
            try {
                release(taken);
            } catch (StateStoreException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private StoreLock lockDirectory() {
        Path directory = config.directory();
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
        } catch (IOException e) {
            throw new StateStoreException(Kind.IO, "cannot make the state directory " + directory + ": " + e, e);
        }
        return StoreLock.take(directory);
    }

    private void write(List<CommitQueue.Request> group) {
        GroupWriter ready = writer;
        if (ready == null) {
            StateStoreException error = notOpen();
            group.forEach(request -> request.outcome().fail(error));
        } else {
            ready.write(group);
        }
    }

    /** All steps are done, also when one fails: who has the lock for nothing keeps the next store out. */
    private void closeNow() {
        RuntimeException first = null;
        for (Runnable step : List.<Runnable>of(reads::close, this::closeWriter, this::unlock)) {
            try {
                step.run();
            } catch (RuntimeException e) {
                first = joined(first, e);
            }
        }
        if (first == null) {
            closed.complete();
        } else {
            closed.fail(first);
        }
    }

    private static RuntimeException joined(@Nullable RuntimeException first, RuntimeException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    private void closeWriter() {
        GroupWriter ready = writer;
        writer = null;
        if (ready != null) {
            ready.close();
        }
    }

    private void unlock() {
        StoreLock held = lock;
        if (held != null) {
            release(held);
        }
    }

    private void release(StoreLock held) {
        try {
            held.close();
        } catch (IOException e) {
            throw new StateStoreException(Kind.IO, "cannot unlock " + config.directory() + ": " + e, e);
        }
    }

    private StateStoreException notOpen() {
        return new StateStoreException(Kind.CLOSED, "the state in " + config.directory() + " is not open", null);
    }

    private void backupNow(Path target) {
        ready();
        Backup.write(file, target);
    }

    private GroupWriter ready() {
        GroupWriter ready = writer;
        if (ready == null) {
            throw notOpen();
        }
        return ready;
    }

    /** Epoch and window come from the writer; reads go beside it. */
    private final class SqliteJournal implements Journal<Event> {
        private volatile @Nullable CommitListener<Event> listener;

        @Override
        public long epoch() {
            return ready().epoch();
        }

        @Override
        public Retained retained() {
            return ready().retained();
        }

        @Override
        public Mono<List<Entry<Event>>> read(long after, int limit) {
            return Mono.fromCallable(() -> reads.read(epoch(), after, limit)).subscribeOn(threads.readers());
        }

        @Override
        public void onCommit(CommitListener<Event> next) {
            listener = next;
            GroupWriter ready = writer;
            if (ready != null) {
                ready.listen(next);
            }
        }
    }
}
