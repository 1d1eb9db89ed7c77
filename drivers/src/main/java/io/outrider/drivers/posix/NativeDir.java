package io.outrider.drivers.posix;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where JNA's native part lies. By itself JNA unpacks it into /tmp at every start, which costs time, leaves files
 * behind and fails where /tmp is mounted noexec.
 */
public final class NativeDir {

    private static final String BOOT_PATH = "jna.boot.library.path";

    private NativeDir() {}

    /**
     * Unpacks the library below {@code dir} unless it is there, and makes JNA load it from there. To be called before
     * anything else of this package; later it changes nothing, nor where the JVM was started with
     * {@code jna.boot.library.path}. Returns the folder to be given to other JVMs as {@code jna.boot.library.path}.
     * System properties are left as they were.
     */
    public static Path use(Path dir) {
        Path folder = dir.resolve("jna-" + Native.VERSION).toAbsolutePath();
        unpack(folder);
        if (System.getProperty(BOOT_PATH) == null) {
            System.setProperty(BOOT_PATH, folder.toString());
            try {
                LibC.access("/", 0);
            } finally {
                System.clearProperty(BOOT_PATH);
            }
        }
        return folder;
    }

    private static void unpack(Path folder) {
        String name = System.mapLibraryName("jnidispatch");
        Path library = folder.resolve(name);
        if (Files.exists(library)) {
            return;
        }
        String resource = "/com/sun/jna/" + Platform.RESOURCE_PREFIX + "/" + name;
        try (InputStream in = Native.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("JNA has no native part for this machine: " + resource);
            }
            Files.createDirectories(folder);
            // Moved into place whole: another process may start at the same moment.
            Path part = Files.createTempFile(folder, name, ".part");
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack JNA's native part into " + folder + ": " + e.getMessage(), e);
        }
    }
}
