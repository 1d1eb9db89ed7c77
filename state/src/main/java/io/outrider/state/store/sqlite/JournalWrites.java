package io.outrider.state.store.sqlite;

import io.outrider.state.store.JournalLimits;
import io.outrider.streams.Journal.Retained;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The writer's side of the journal table: appends, and deletes what is over the limits, a little in each transaction.
 * Deleting in bulk would hold up commits. Used by the writer alone.
 */
final class JournalWrites implements AutoCloseable {
    /** Deleted beyond what was appended, so that lowered limits are reached in the end. */
    private static final int EXTRA = 16;

    private final JournalLimits limits;
    private final PreparedStatement append;
    private final PreparedStatement expire;
    private Window durable;
    private Window window;

    JournalWrites(Connection connection, JournalLimits limits) throws SQLException {
        this.limits = limits;
        this.append = connection.prepareStatement("INSERT INTO journal (seq, event, crc) VALUES (?, ?, ?)");
        this.expire = connection.prepareStatement("DELETE FROM journal WHERE seq <= ? RETURNING length(event)");
        this.durable = load(connection);
        this.window = durable;
    }

    /** What the table holds: seqs above {@code expired} up to {@code newest}, in {@code count} rows. */
    private record Window(long expired, long newest, long count, long bytes) {}

    private static Window load(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT min(seq), max(seq), count(*), total(length(event)) FROM journal")) {
            row.next();
            return new Window(Math.max(row.getLong(1) - 1, 0), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }

    /** Appends and returns the sequence number. */
    long append(byte[] event) throws SQLException {
        long seq = window.newest() + 1;
        append.setLong(1, seq);
        append.setBytes(2, event);
        append.setLong(3, Checksums.journal(seq, event));
        append.executeUpdate();
        window = new Window(window.expired(), seq, window.count() + 1, window.bytes() + event.length);
        return seq;
    }

    /** Deletes from the front what is over the limits; the newest entry stays. */
    void expire(int appended) throws SQLException {
        int left = 2 * appended + EXTRA;
        while (left > 0 && window.count() > 1 && overLimits()) {
            left--;
            expireOldest();
        }
    }

    private boolean overLimits() {
        return window.count() > limits.entries() || window.bytes() > limits.bytes();
    }

    private void expireOldest() throws SQLException {
        long upTo = window.expired() + 1;
        expire.setLong(1, upTo);
        long rows = 0;
        long bytes = 0;
        try (ResultSet deleted = expire.executeQuery()) {
            while (deleted.next()) {
                rows++;
                bytes += deleted.getLong(1);
            }
        }
        window = new Window(upTo, window.newest(), window.count() - rows, window.bytes() - bytes);
    }

    /** What has been appended and expired since the last call is durable. */
    void committed() {
        durable = window;
    }

    /** What has been appended and expired since the last commit never was. */
    void rolledBack() {
        window = durable;
    }

    /** The durable window. */
    Retained retained() {
        return new Retained(durable.expired() + 1, durable.newest());
    }

    @Override
    public void close() throws SQLException {
        append.close();
        expire.close();
    }
}
