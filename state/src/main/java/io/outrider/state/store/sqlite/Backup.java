package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A copy of the state that can be put in the place of {@code state.db}. It is made in one read transaction beside the
 * writer, under another name until it is complete and synced. Events stay out: they are most of the file, and a copy
 * begins a new epoch anyway.
 */
final class Backup {
    private Backup() {}

    static void write(Path file, Path target) {
        if (Files.exists(target)) {
            throw new StateStoreException(
                    Kind.TARGET_EXISTS, "cannot back up to " + target + ": it exists; name a new file", null);
        }
        Path partial = target.resolveSibling(target.getFileName() + ".part");
        try {
            Files.deleteIfExists(partial);
            Files.createFile(
                    partial, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (Connection fresh = Database.plain(partial, false)) {
                Database.create(fresh);
            }
            copy(file, partial);
            sync(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (SQLException e) {
            throw SqliteFaults.translate(e, "cannot back up to", target);
        } catch (IOException e) {
            throw new StateStoreException(Kind.IO, "cannot back up to " + target + ": " + e, e);
        }
    }

    private static void copy(Path file, Path target) throws SQLException {
        try (Connection connection = Database.plain(file, false)) {
            try (PreparedStatement attach = connection.prepareStatement("ATTACH ? AS copy")) {
                attach.setString(1, target.toString());
                attach.execute();
            }
            Database.run(connection, "INSERT INTO copy.state SELECT * FROM main.state", "DETACH copy");
        }
    }

    private static void sync(Path target) throws IOException {
        try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
