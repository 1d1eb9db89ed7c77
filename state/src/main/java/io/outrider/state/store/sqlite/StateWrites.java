package io.outrider.state.store.sqlite;

import io.outrider.state.model.Json;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The writer's prepared statements for kept values. Used by the writer alone. */
final class StateWrites implements AutoCloseable {
    static final String PUT = "INSERT INTO state (tbl, id, alloc, json, crc) VALUES (?, ?, ?, ?, ?)"
            + " ON CONFLICT (tbl, id) DO UPDATE SET json = excluded.json, crc = excluded.crc";

    private final PreparedStatement put;
    private final PreparedStatement delete;
    private final PreparedStatement deleteAlloc;

    StateWrites(Connection connection) throws SQLException {
        this.put = connection.prepareStatement(PUT);
        this.delete = connection.prepareStatement("DELETE FROM state WHERE tbl = ? AND id = ?");
        this.deleteAlloc = connection.prepareStatement("DELETE FROM state WHERE alloc = ? AND alloc <> ''");
    }

    /** A change whose value is bytes already: encoding is the committer's work, not the writer's. */
    record Encoded(Commit.Change change, byte[] json) {
        private static final byte[] NONE = {};

        static List<Encoded> of(Commit commit) {
            return commit.changes().stream().map(Encoded::encode).toList();
        }

        private static Encoded encode(Commit.Change change) {
            return new Encoded(change, change instanceof Commit.Change.Put put ? Json.bytes(put.value()) : NONE);
        }
    }

    static void bind(PreparedStatement put, StateKey key, byte[] json) throws SQLException {
        String table = key.table().name();
        put.setString(1, table);
        put.setString(2, key.id());
        put.setString(3, key.allocId());
        put.setBytes(4, json);
        put.setLong(5, Checksums.state(table, key.id(), json));
    }

    void apply(Encoded encoded) throws SQLException {
        Commit.Change change = encoded.change();
        if (change instanceof Commit.Change.Put written) {
            bind(put, written.key(), encoded.json());
            put.executeUpdate();
        } else if (change instanceof Commit.Change.Delete deleted) {
            delete.setString(1, deleted.key().table().name());
            delete.setString(2, deleted.key().id());
            delete.executeUpdate();
        } else if (change instanceof Commit.Change.DeleteAlloc alloc) {
            deleteAlloc.setString(1, alloc.allocId());
            deleteAlloc.executeUpdate();
        } else {
            throw new IllegalArgumentException("change that the store does not know: " + change.getClass());
        }
    }

    @Override
    public void close() throws SQLException {
        put.close();
        delete.close();
        deleteAlloc.close();
    }
}
