package io.outrider.agent;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Says in words what the file system refused. */
public final class IoReasons {

    /** Less is as good as nothing. */
    private static final long NO_SPACE = 64 << 10;

    private IoReasons() {}

    /** The reason without the path, which the caller names: {@code permission denied} ... */
    public static String of(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof NotDirectoryException) {
            return "a part of the path is not a directory";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "a file of that name is in the way";
        }
        if (e instanceof FileSystemException known && known.getReason() != null) {
            return known.getReason();
        }
        return String.valueOf(e.getMessage());
    }

    /** What would help when the thing at {@code place} could not be made or written; ends in "choose another one". */
    public static String advice(IOException e, Path place) {
        return remedy(e, place) + "choose another one";
    }

    private static String remedy(IOException e, Path place) {
        if (e instanceof AccessDeniedException) {
            return "let this user write there, or ";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "move away what is in the way, or ";
        }
        try {
            FileStore store = Files.getFileStore(nearest(place));
            if (store.isReadOnly()) {
                return "its file system is mounted read-only: ";
            }
            // File systems of the kernel's own have no space at all.
            boolean full = store.getTotalSpace() > 0 && store.getUsableSpace() < NO_SPACE;
            return full ? "free some space on its file system, or " : "";
        } catch (IOException unknown) {
            return "";
        }
    }

    /** The place, or what there is of the way to it. */
    private static Path nearest(Path place) {
        Path at = place.toAbsolutePath();
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }
}
