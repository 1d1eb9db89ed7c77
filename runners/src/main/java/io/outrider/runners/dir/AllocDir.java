package io.outrider.runners.dir;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.logs.LogFolders;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/**
 * The directories of one alloc. Paths are fixed when this is made, so they may be asked for at any time, by any
 * thread, also before anything is built. Building and destroying runs on a scheduler that may block. Knows nothing of
 * jobs (row R97); other layouts implement this interface (row R09).
 */
public interface AllocDir {

    /** The alloc's own directory. */
    Path root();

    /** What all tasks of the alloc share, {@code NOMAD_ALLOC_DIR}. */
    Path shared();

    /** Where the output of tasks is kept, and what collects it: the segments are the tasks' to read. */
    LogFolders logs();

    /** The directories of {@code task}, built or not. Fails for a name that is not a plain file name. */
    TaskDirs task(String task);

    /** Makes what all tasks share; no directory of a task. Idempotent: repairs what is missing. Cold. */
    Mono<Void> build();

    /** Makes the directories of {@code task}, which may be repeated, and tells them. Needs {@link #build}. Cold. */
    Mono<BuiltTask> buildTask(String task);

    /**
     * Writes a file below the task's {@code local}, in place of one that is there, and directories to it where they are
     * missing; all with mode 0777. Fails when {@code file} leads outside or through a link. Cold.
     */
    Mono<Void> put(String task, String file, byte[] content);

    /**
     * Takes off everything that is mounted below: secrets that were in memory only are gone then, and the tree can be
     * deleted by anybody who may. {@link #buildTask} makes it good again. Idempotent. Cold.
     */
    Mono<Void> unmount();

    /**
     * Unmounts and deletes everything, as far as it can: what could not be removed is told in one error with all
     * causes. Idempotent; nothing outside is touched, also where a task has left symbolic links. Cold.
     */
    Mono<Void> destroy();

    /**
     * A task's directories after {@link #buildTask}.
     *
     * @param dirs where they are
     * @param secretsInMemory whether {@code secrets} and {@code private} are in memory only
     * @param note why not, for people; empty when they are
     */
    record BuiltTask(TaskDirs dirs, boolean secretsInMemory, String note) {}
}
