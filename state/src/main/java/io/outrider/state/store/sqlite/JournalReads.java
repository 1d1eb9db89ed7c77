package io.outrider.state.store.sqlite;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventCodec;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.state.store.StoreThreads;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Catch-up reads, each on a connection of its own so that no reader holds up the writer. The result is closed before
 * anything is handed on: an open one keeps the write-ahead log from being reused, and it grows without bound.
 */
final class JournalReads {
    /** Rows of one read at most, whatever the caller asks for. */
    static final int MAX_ROWS = 256;

    private static final String SELECT = "SELECT seq, event, crc FROM journal WHERE seq > ? ORDER BY seq LIMIT ?";

    private final Path file;
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();
    private boolean closed;

    JournalReads(Path file) {
        this.file = file;
    }

    /** Blocking. A damaged row ends a batch; at the head of one it is passed over, which readers see as a gap. */
    List<Entry<Event>> read(long epoch, long after, int limit) {
        Connection connection = take();
        try {
            List<Row> rows = select(connection, after, Math.min(limit, MAX_ROWS));
            give(connection);
            return decode(epoch, rows);
        } catch (SQLException e) {
            discard(connection);
            throw SqliteFaults.translate(e, "cannot read events from", file);
        }
    }

    /** Closes idle connections now and the others when they come back. */
    synchronized void close() {
        closed = true;
        while (!idle.isEmpty()) {
            discard(idle.pop());
        }
    }

    private record Row(long seq, byte[] event, long crc) {
        boolean sound() {
            return Checksums.journal(seq, event) == crc;
        }
    }

    private static List<Row> select(Connection connection, long after, int limit) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setLong(1, after);
            select.setInt(2, limit);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    byte[] event = found.getBytes(2);
                    rows.add(new Row(found.getLong(1), event == null ? new byte[0] : event, found.getLong(3)));
                }
            }
        }
        return rows;
    }

    private static List<Entry<Event>> decode(long epoch, List<Row> rows) {
        List<Entry<Event>> entries = new ArrayList<>(rows.size());
        for (Row row : rows) {
            Event event = decode(row);
            if (event != null) {
                entries.add(new Entry<>(new Cursor(epoch, row.seq()), event, row.event()));
            } else if (!entries.isEmpty()) {
                return entries;
            }
        }
        return entries;
    }

    private static @Nullable Event decode(Row row) {
        if (!row.sound()) {
            return null;
        }
        try {
            return EventCodec.decode(row.event());
        } catch (RuntimeException e) {
            // Written by another version in a form that this one does not know: like damaged, a gap to readers.
            return null;
        }
    }

    private Connection take() {
        synchronized (this) {
            if (closed) {
                throw new StateStoreException(Kind.CLOSED, "the state in " + file.getParent() + " is closed", null);
            }
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        try {
            return Database.reader(file);
        } catch (SQLException e) {
            throw SqliteFaults.translate(e, "cannot read events from", file);
        }
    }

    private synchronized void give(Connection connection) {
        if (closed || idle.size() >= StoreThreads.READERS) {
            discard(connection);
        } else {
            idle.push(connection);
        }
    }

    private static void discard(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It was only read from: nothing can be lost, and there is nobody to tell.
            return;
        }
    }
}
