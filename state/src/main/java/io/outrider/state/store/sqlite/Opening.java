package io.outrider.state.store.sqlite;

import io.outrider.state.store.Epochs;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a state file into use. A missing or empty file becomes a new database. A damaged row is set aside. A file
 * whose structure is damaged is rescued: every row with a right checksum goes into a new file, the old one is kept as
 * {@code state.db.damaged-<time>}, and the journal begins a new epoch. When nothing at all can be read, the file is
 * left as it is and opening fails: an agent that silently began with no state would lose its running tasks.
 */
final class Opening {
    static final String FILE = "state.db";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path file;
    private final Clock clock;
    private final Rescue rescue;

    Opening(Path directory, Clock clock) {
        this.file = directory.resolve(FILE);
        this.clock = clock;
        this.rescue = new Rescue(file);
    }

    /** The open writer connection, what was found, and the journal's epoch. */
    record Opened(Connection writer, Recovered recovered, long epoch) {}

    /** The directory must be locked. */
    Opened open() {
        try {
            rescue.finishInterrupted(STAMP.format(clock.instant()));
            createIfMissing();
            return openOrRescue();
        } catch (SQLException e) {
            throw SqliteFaults.translate(e, "cannot open", file);
        } catch (IOException e) {
            throw new StateStoreException(Kind.IO, "cannot open " + file + ": " + e, e);
        }
    }

    /** Makes the file with its mode before SQLite does with the umask's; its companions get the same mode. */
    private void createIfMissing() throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Opened openOrRescue() throws SQLException, IOException {
        try {
            return openSound();
        } catch (SQLException e) {
            if (!SqliteFaults.damaged(e)) {
                throw e;
            }
            return openRescued(String.valueOf(e.getMessage()));
        } catch (DamagedFile e) {
            return openRescued(String.valueOf(e.getMessage()));
        }
    }

    private Opened openSound() throws SQLException {
        Connection writer = Database.plain(file, false);
        try {
            Database.prepareWriter(writer);
            checkOwner(writer);
            checkStructure(writer);
            return new Opened(writer, recover(writer), epoch(writer));
        } catch (SQLException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private Opened openRescued(String why) throws SQLException, IOException {
        String stamp = STAMP.format(clock.instant());
        int saved = rescue.rescue(why, stamp);
        Opened rescued = openSound();
        List<Recovered.Quarantined> reports =
                new ArrayList<>(rescued.recovered().quarantined());
        reports.add(new Recovered.Quarantined(
                new StateKey(StateKey.Table.META, FILE),
                "the file was damaged (" + why + "): " + saved + " values were rescued, the events were not; it is kept"
                        + " as " + Rescue.aside(file, stamp)));
        return new Opened(rescued.writer(), new Recovered(rescued.recovered().rows(), reports), rescued.epoch());
    }

    private void checkOwner(Connection writer) throws SQLException {
        long application = Database.number(writer, "PRAGMA application_id");
        long version = Database.number(writer, "PRAGMA user_version");
        long tables = Database.number(writer, "SELECT count(*) FROM sqlite_schema");
        if (application == 0 && version == 0 && tables == 0) {
            Database.create(writer);
        } else if (application != Database.APPLICATION_ID) {
            throw new StateStoreException(
                    Kind.DAMAGED, file + " is a database of another program: choose another directory", null);
        } else if (version > Database.SCHEMA_VERSION) {
            String message = file + " was written by a newer version (schema " + version + ", this one knows "
                    + Database.SCHEMA_VERSION + "): start that version, or use another directory";
            throw new StateStoreException(Kind.NEWER, message, null);
        }
    }

    private static void checkStructure(Connection writer) throws SQLException {
        List<String> problems = Database.texts(writer, "PRAGMA quick_check(3)");
        if (!problems.equals(List.of("ok"))) {
            throw new DamagedFile(String.join("; ", problems).replace('\n', ' '));
        }
    }

    private Recovered recover(Connection writer) throws SQLException {
        StateTable.Found found = StateTable.Found.empty();
        StateTable.read(writer, false, found);
        if (!found.damaged().isEmpty()) {
            StateTable.quarantine(writer, found.damaged(), clock.instant().toString());
        }
        return new Recovered(
                found.rows(), found.damaged().stream().map(StateTable::report).toList());
    }

    private static long epoch(Connection writer) throws SQLException {
        Database.run(writer, "INSERT OR IGNORE INTO facts VALUES ('epoch', " + Epochs.next() + ")");
        return Database.number(writer, "SELECT value FROM facts WHERE name = 'epoch'");
    }

    /** The structure check's verdict. */
    private static final class DamagedFile extends RuntimeException {
        private static final long serialVersionUID = 1;

        DamagedFile(String message) {
            super(message);
        }
    }
}
