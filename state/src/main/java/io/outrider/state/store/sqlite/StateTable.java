package io.outrider.state.store.sqlite;

import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the table of kept values, row by row, believing none without its checksum. */
final class StateTable {
    private static final String COLUMNS = "SELECT rowid, tbl, id, json, crc FROM state ORDER BY rowid";

    private StateTable() {}

    /** What one pass over the table found. */
    record Found(Map<StateKey, byte[]> sound, List<Damaged> damaged) {
        static Found empty() {
            return new Found(new LinkedHashMap<>(), new ArrayList<>());
        }

        List<Recovered.Row> rows() {
            return sound.entrySet().stream()
                    .map(entry -> new Recovered.Row(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /** A row that is not what was written. */
    record Damaged(long rowid, String table, String id, String reason) {}

    /** Adds all rows; an error of the file ends it, with what was read until then in {@code into}. */
    static void read(Connection connection, boolean backwards, Found into) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(backwards ? COLUMNS + " DESC" : COLUMNS)) {
            while (rows.next()) {
                check(rows, into);
            }
        }
    }

    private static void check(ResultSet rows, Found into) throws SQLException {
        String table = text(rows, 2);
        String id = text(rows, 3);
        byte[] json = rows.getBytes(4);
        if (json == null || Checksums.state(table, id, json) != rows.getLong(5)) {
            into.damaged().add(new Damaged(rows.getLong(1), table, id, "its checksum does not match"));
            return;
        }
        try {
            into.sound().put(new StateKey(StateKey.Table.valueOf(table), id), json);
        } catch (IllegalArgumentException e) {
            into.damaged().add(new Damaged(rows.getLong(1), table, id, "its table is unknown: " + table));
        }
    }

    private static String text(ResultSet rows, int column) throws SQLException {
        String text = rows.getString(column);
        return text == null ? "" : text;
    }

    /** Moves damaged rows out of the way; they stay in the file for people to look at. */
    static void quarantine(Connection connection, List<Damaged> damaged, String at) throws SQLException {
        Database.run(connection, "BEGIN IMMEDIATE");
        try (PreparedStatement copy = connection.prepareStatement(
                        "INSERT INTO quarantine SELECT tbl, id, json, crc, ?, ? FROM state WHERE rowid = ?");
                PreparedStatement delete = connection.prepareStatement("DELETE FROM state WHERE rowid = ?")) {
            for (Damaged row : damaged) {
                copy.setString(1, row.reason());
                copy.setString(2, at);
                copy.setLong(3, row.rowid());
                copy.executeUpdate();
                delete.setLong(1, row.rowid());
                delete.executeUpdate();
            }
        }
        Database.run(connection, "COMMIT");
    }

    /** For reports: damaged keys may not even name a table. */
    static Recovered.Quarantined report(Damaged row) {
        StateKey key;
        try {
            key = new StateKey(StateKey.Table.valueOf(row.table()), row.id());
        } catch (IllegalArgumentException e) {
            key = new StateKey(StateKey.Table.META, row.table() + "/" + row.id());
        }
        return new Recovered.Quarantined(key, row.reason());
    }
}
