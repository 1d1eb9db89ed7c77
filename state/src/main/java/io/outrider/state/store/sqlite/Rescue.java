package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Saves what can be read of a damaged file. The new file has a name of its own until it is complete, and only a
 * complete one replaces the damaged one, so that a crash at any moment loses nothing.
 */
final class Rescue {
    private static final List<String> COMPANIONS = List.of("-wal", "-shm");

    private final Path file;
    private final Path complete;
    private final Path partial;

    Rescue(Path file) {
        this.file = file;
        this.complete = file.resolveSibling(file.getFileName() + ".rescued");
        this.partial = file.resolveSibling(file.getFileName() + ".rescuing");
    }

    /** Where the damaged file goes. */
    static Path aside(Path file, String stamp) {
        return file.resolveSibling(file.getFileName() + ".damaged-" + stamp);
    }

    /** Ends a rescue in which the agent died after the new file was complete. */
    void finishInterrupted(String stamp) throws IOException {
        if (Files.exists(complete)) {
            swap(stamp);
        }
    }

    /** Returns how many values were saved; fails, and leaves the file alone, if nothing can be read. */
    int rescue(String why, String stamp) throws IOException, SQLException {
        StateTable.Found found = readAll(why);
        write(found.sound());
        Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
        swap(stamp);
        return found.sound().size();
    }

    private StateTable.Found readAll(String why) {
        StateTable.Found found = StateTable.Found.empty();
        boolean whole = readPart(false, found);
        if (!whole) {
            // From the other end: one bad page in the middle then costs only its own rows.
            readPart(true, found);
        }
        if (!whole && found.sound().isEmpty()) {
            String message =
                    file + " is damaged and nothing in it can be read (" + why + "): put a backup in its place,"
                            + " or move it away to start without state (tasks that still run are then no longer known)";
            throw new StateStoreException(Kind.DAMAGED, message, null);
        }
        return found;
    }

    private boolean readPart(boolean backwards, StateTable.Found into) {
        try (Connection damaged = Database.plain(file, false)) {
            StateTable.read(damaged, backwards, into);
            return true;
        } catch (SQLException e) {
            // Expected: what was read until here is what there is.
            return false;
        }
    }

    private void write(Map<StateKey, byte[]> values) throws IOException, SQLException {
        Files.deleteIfExists(partial);
        Files.createFile(partial, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (Connection fresh = Database.plain(partial, false)) {
            Database.create(fresh);
            insertAll(fresh, values);
        }
    }

    private static void insertAll(Connection fresh, Map<StateKey, byte[]> values) throws SQLException {
        Database.run(fresh, "BEGIN IMMEDIATE");
        try (PreparedStatement insert = fresh.prepareStatement(StateWrites.PUT)) {
            for (Map.Entry<StateKey, byte[]> value : values.entrySet()) {
                StateWrites.bind(insert, value.getKey(), value.getValue());
                insert.executeUpdate();
            }
        }
        Database.run(fresh, "COMMIT");
    }

    private void swap(String stamp) throws IOException {
        Path aside = aside(file, stamp);
        for (String companion : COMPANIONS) {
            move(
                    file.resolveSibling(file.getFileName() + companion),
                    aside.resolveSibling(aside.getFileName() + companion));
        }
        move(file, aside);
        Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
