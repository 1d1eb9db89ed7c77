package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
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
    /** Where the header says how big a page is and how many there are. */
    private static final int PAGE_SIZE_AT = 16;

    private static final int PAGES_AT = 28;
    /** More is a damaged header, not a file of ours. */
    private static final long MAX_LENGTH = 1L << 30;

    private final Path file;
    private final Path complete;
    private final Path partial;
    private final Path scratch;

    Rescue(Path file) {
        this.file = file;
        this.complete = file.resolveSibling(file.getFileName() + ".rescued");
        this.partial = file.resolveSibling(file.getFileName() + ".rescuing");
        this.scratch = file.resolveSibling(file.getFileName() + ".scratch");
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

    private StateTable.Found readAll(String why) throws IOException {
        StateTable.Found found = StateTable.Found.empty();
        scratch();
        boolean whole = readPart(false, found);
        if (!whole) {
            // From the other end: one bad page in the middle then costs only its own rows.
            readPart(true, found);
        }
        deleteScratch();
        if (!whole && found.sound().isEmpty()) {
            String message =
                    file + " is damaged and nothing in it can be read (" + why + "): put a backup in its place,"
                            + " or move it away to start without state (tasks that still run are then no longer known)";
            throw new StateStoreException(Kind.DAMAGED, message, null);
        }
        return found;
    }

    /** A copy to read from: opening the file itself would change it, and a shortened one is refused as it stands. */
    private void scratch() throws IOException {
        deleteScratch();
        Files.copy(file, scratch);
        for (String companion : COMPANIONS) {
            Path log = companion(file, companion);
            if (companion.equals("-wal") && Files.exists(log)) {
                Files.copy(log, companion(scratch, companion));
            }
        }
        pad();
    }

    /** SQLite reads nothing of a file that is shorter than its header says: zeros take the place of what is missing. */
    private void pad() throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(scratch.toFile(), "rw")) {
            if (open.length() <= PAGES_AT + Integer.BYTES) {
                return;
            }
            open.seek(PAGE_SIZE_AT);
            long pageSize = open.readUnsignedShort();
            open.seek(PAGES_AT);
            long length = pageSize * Integer.toUnsignedLong(open.readInt());
            if (length > open.length() && length < MAX_LENGTH) {
                open.setLength(length);
            }
        }
    }

    private void deleteScratch() throws IOException {
        Files.deleteIfExists(scratch);
        for (String companion : COMPANIONS) {
            Files.deleteIfExists(companion(scratch, companion));
        }
    }

    private static Path companion(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private boolean readPart(boolean backwards, StateTable.Found into) {
        try (Connection damaged = Database.plain(scratch, false)) {
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
            move(companion(file, companion), companion(aside, companion));
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
