package io.outrider.state.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/** Connections with the settings that were measured, and the schema. */
final class Database {
    /** Says that a SQLite file is ours: "Outr". */
    static final int APPLICATION_ID = 0x4f757472;
    /** Rises when an older agent could not use the file any more. */
    static final int SCHEMA_VERSION = 1;

    private static final int BUSY_MILLIS = 5_000;
    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE state (tbl TEXT NOT NULL, id TEXT NOT NULL, alloc TEXT NOT NULL, json BLOB NOT NULL,"
                    + " crc INTEGER NOT NULL, PRIMARY KEY (tbl, id))",
            "CREATE INDEX state_alloc ON state (alloc) WHERE alloc <> ''",
            "CREATE TABLE quarantine (tbl TEXT, id TEXT, json BLOB, crc INTEGER, reason TEXT, at TEXT)",
            "CREATE TABLE journal (seq INTEGER PRIMARY KEY, event BLOB NOT NULL, crc INTEGER NOT NULL)",
            "CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
            "PRAGMA user_version = " + SCHEMA_VERSION,
            "PRAGMA application_id = " + APPLICATION_ID);

    private Database() {}

    /** Settings of the one connection that writes. */
    static void prepareWriter(Connection connection) throws SQLException {
        run(
                connection,
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                // The writer checkpoints itself, after it has told the committers.
                "PRAGMA wal_autocheckpoint = 0",
                "PRAGMA journal_size_limit = " + (16 << 20),
                "PRAGMA cache_size = -2000");
    }

    /** Reads; its cache is small because there is one for each reader. */
    static Connection reader(Path file) throws SQLException {
        Connection connection = plain(file, true);
        run(connection, "PRAGMA cache_size = -256");
        return connection;
    }

    /** No settings but a busy timeout. The file must exist, so that its mode is ours and not the umask's. */
    static Connection plain(Path file, boolean readOnly) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        config.setBusyTimeout(BUSY_MILLIS);
        Connection connection = new JDBC().connect("jdbc:sqlite:" + file, config.toProperties());
        if (connection == null) {
            throw new SQLException("no connection for " + file);
        }
        return connection;
    }

    /** Makes the tables in an empty database. */
    static void create(Connection connection) throws SQLException {
        run(connection, "BEGIN IMMEDIATE");
        run(connection, SCHEMA.toArray(String[]::new));
        run(connection, "COMMIT");
    }

    static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
