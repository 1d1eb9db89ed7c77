package io.outrider.drivers.logs;

import java.nio.file.Path;

/**
 * Where the output of an alloc's tasks lies.
 *
 * @param segments {@code <alloc>/alloc/logs}, for people and tasks to read. Tasks can change what is in it, and the
 *     folder itself: nothing that they put there is followed, and only plain files of the drain's own count
 * @param own out of the reach of tasks, mode 0700, made where it is missing: FIFOs and side indexes
 */
public record LogFolders(Path segments, Path own) {}
