package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Unpacks SQLite's native library once for all JVMs instead of once for each: that is 40 ms and 1 MB of {@code /tmp} at
 * every start. A library of another version or size is never used: the version is in the path, the size is compared.
 */
final class NativeLibrary {
    private static final String PATH_PROPERTY = "org.sqlite.lib.path";

    private NativeLibrary() {}

    /** Loads the library from {@code directory}. Does nothing when this JVM has loaded it already. */
    static void load(Path directory) {
        Path place = directory.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
        try {
            unpack(place);
            loadFrom(place);
        } catch (IOException e) {
            throw new StateStoreException(
                    Kind.IO,
                    "cannot unpack SQLite's native library into " + place + " (" + e + "): make it writable",
                    e);
        }
    }

    private static void unpack(Path place) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        Path library = place.resolve(name);
        try (InputStream packed =
                SQLiteJDBCLoader.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            if (packed == null) {
                return;
            }
            byte[] bytes = packed.readAllBytes();
            if (Files.isRegularFile(library) && Files.size(library) == bytes.length) {
                return;
            }
            Files.createDirectories(place);
            // Another agent may do the same now: each writes its own file and the last rename wins.
            Path fresh = Files.createTempFile(place, name, ".part");
            Files.write(fresh, bytes);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** The library's own loader knows only a system property; it is put back so that an embedding program sees none. */
    private static synchronized void loadFrom(Path place) throws IOException {
        @Nullable String before = System.getProperty(PATH_PROPERTY);
        System.setProperty(PATH_PROPERTY, place.toString());
        try {
            SQLiteJDBCLoader.initialize();
        } catch (Exception e) {
            throw new IOException("cannot load it from " + place, e);
        } finally {
            if (before == null) {
                System.clearProperty(PATH_PROPERTY);
            } else {
                System.setProperty(PATH_PROPERTY, before);
            }
        }
    }
}
