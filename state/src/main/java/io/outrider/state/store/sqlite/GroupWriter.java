package io.outrider.state.store.sqlite;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.Listeners;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal.CommitListener;
import io.outrider.streams.Journal.Retained;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes groups of commits, one transaction and one fsync each. When a group cannot be written, each of its commits is
 * tried alone: a bad one fails no good ones. Used by the writer's thread alone, except for {@link #retained} and
 * {@link #listen}.
 */
final class GroupWriter {
    /** Checkpoint above this: long enough to be rare, short enough to be quick. */
    private static final long CHECKPOINT_BYTES = 4 << 20;

    private static final long PAGE = 4096;
    /** Pages that a row touches besides its own bytes: a leaf, and index and interior pages now and then. */
    private static final long PAGES_PER_ROW = 3;

    private final Path file;
    private final Connection connection;
    private final long epoch;
    private final StateWrites state;
    private final JournalWrites journal;
    private volatile Retained retained;
    private volatile @Nullable CommitListener<Event> listener;
    private long unchecked;

    private GroupWriter(Opening.Opened opened, Path file, StateWrites state, JournalWrites journal) {
        this.file = file;
        this.connection = opened.writer();
        this.epoch = opened.epoch();
        this.state = state;
        this.journal = journal;
        this.retained = journal.retained();
    }

    /** Takes over the connection, and closes it when this fails. */
    static GroupWriter over(Opening.Opened opened, Path file, JournalLimits limits) throws SQLException {
        Connection connection = opened.writer();
        try {
            return new GroupWriter(opened, file, new StateWrites(connection), new JournalWrites(connection, limits));
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    Retained retained() {
        return retained;
    }

    long epoch() {
        return epoch;
    }

    void listen(@Nullable CommitListener<Event> next) {
        listener = next;
    }

    /** Makes the group durable, tells the listener, then the committers; or fails what cannot be. Never throws. */
    void write(List<CommitQueue.Request> group) {
        List<Entry<Event>> entries = new ArrayList<>();
        List<Cursor> cursors = new ArrayList<>(group.size());
        try {
            transact(group, entries, cursors);
        } catch (SQLException | RuntimeException e) {
            fail(group, rolledBack(e));
            return;
        }
        journal.committed();
        retained = journal.retained();
        Listeners.tell(listener, entries, retained);
        for (int i = 0; i < group.size(); i++) {
            group.get(i).outcome().set(cursors.get(i));
        }
        checkpointIfLong(group);
    }

    /** Moves everything into the main file and closes. */
    void close() {
        try (Connection closing = connection) {
            state.close();
            journal.close();
            Database.run(closing, "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw SqliteFaults.translate(e, "cannot close", file);
        }
    }

    private void transact(List<CommitQueue.Request> group, List<Entry<Event>> entries, List<Cursor> cursors)
            throws SQLException {
        Database.run(connection, "BEGIN IMMEDIATE");
        for (CommitQueue.Request request : group) {
            cursors.add(apply(request, entries));
        }
        journal.expire(entries.size());
        Database.run(connection, "COMMIT");
    }

    private Cursor apply(CommitQueue.Request request, List<Entry<Event>> entries) throws SQLException {
        for (StateWrites.Encoded change : request.changes()) {
            state.apply(change);
        }
        Cursor cursor = entries.isEmpty()
                ? new Cursor(epoch, retained.newest())
                : entries.get(entries.size() - 1).cursor();
        for (int i = 0; i < request.events().size(); i++) {
            byte[] encoded = request.encoded().get(i);
            cursor = new Cursor(epoch, journal.append(encoded));
            entries.add(new Entry<>(cursor, request.events().get(i), encoded));
        }
        return cursor;
    }

    private void fail(List<CommitQueue.Request> group, StateStoreException error) {
        if (group.size() == 1 || error.kind() == Kind.DAMAGED) {
            group.forEach(request -> request.outcome().fail(error));
        } else {
            group.forEach(request -> write(List.of(request)));
        }
    }

    private StateStoreException rolledBack(Exception e) {
        journal.rolledBack();
        StateStoreException error = e instanceof SQLException sql
                ? SqliteFaults.translate(sql, "cannot write", file)
                : new StateStoreException(Kind.REFUSED, "cannot write to " + file + ": " + e, e);
        try {
            Database.run(connection, "ROLLBACK");
        } catch (SQLException rollback) {
            // SQLite has rolled back by itself after some errors, a full disk among them, and then says so.
            error.addSuppressed(rollback);
        }
        return error;
    }

    private void checkpointIfLong(List<CommitQueue.Request> group) {
        for (CommitQueue.Request request : group) {
            unchecked += request.bytes() + (request.rows() * PAGES_PER_ROW + 1) * PAGE;
        }
        if (unchecked < CHECKPOINT_BYTES) {
            return;
        }
        unchecked = 0;
        try {
            Database.number(connection, "PRAGMA wal_checkpoint(PASSIVE)");
        } catch (SQLException e) {
            // Nothing is lost: the log keeps everything, and the next checkpoint tries again.
            unchecked = CHECKPOINT_BYTES / 2;
        }
    }
}
