package io.outrider.runners.dir;

import io.outrider.drivers.TaskConfig.TaskDirs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The usual layout: {@code alloc/{data,logs,tmp}} for all tasks and {@code TASK/{local,secrets,tmp,private}} for each
 * (behaviour section 8). Only this process can rename what stands directly in the alloc's directory, so a task can put
 * a link only in the last place of a path that is built here, where none is followed.
 */
final class LocalAllocDir implements AllocDir {

    /** For tasks of any user to pass through; not for them to see whose allocs are here. */
    private static final int PASSABLE = 0711;

    private static final int OWNER_WRITES = 0755;
    private static final int ALL = 0777;
    private static final int ALL_STICKY = 01777;
    private static final int OWNER_ONLY = 0700;
    private static final String SHARED = "alloc";

    private final Path root;
    private final Ownership ownership;
    private final MemoryDir memory;
    private final Scheduler io;

    LocalAllocDir(Path root, Ownership ownership, Scheduler io) {
        this.root = root;
        this.ownership = ownership;
        this.memory = new MemoryDir(ownership);
        this.io = io;
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public Path shared() {
        return root.resolve(SHARED);
    }

    @Override
    public Path logs() {
        return shared().resolve("logs");
    }

    @Override
    public TaskDirs task(String task) {
        Path dir = Names.child(root, task, "task");
        if (task.equals(SHARED)) {
            throw new DirException("a task cannot be called \"alloc\": that is what its tasks share", null);
        }
        return new TaskDirs(root, dir, dir.resolve("local"), dir.resolve("secrets"), shared());
    }

    @Override
    public Mono<Void> build() {
        return blocking(() -> {
                    Path allocs = Objects.requireNonNull(root.getParent(), "folder of allocs");
                    Files.createDirectories(allocs);
                    ownership.make(allocs, PASSABLE);
                    ownership.make(root, OWNER_WRITES);
                    ownership.give(shared(), ALL);
                    ownership.give(shared().resolve("data"), ALL);
                    ownership.give(logs(), ALL);
                    ownership.give(shared().resolve("tmp"), ALL);
                    return root;
                })
                .then();
    }

    @Override
    public Mono<BuiltTask> buildTask(String task) {
        return blocking(() -> {
            TaskDirs dirs = task(task);
            if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(root + " is not there; the alloc has not been built or is destroyed");
            }
            ownership.give(dirs.taskDir(), ALL);
            ownership.give(dirs.localDir(), ALL);
            ownership.give(dirs.taskDir().resolve("tmp"), ALL_STICKY);
            String note = memory.make(dirs.secretsDir(), ownership.root() ? ALL : OWNER_ONLY);
            note = note.isEmpty() ? memory.make(dirs.taskDir().resolve("private"), OWNER_ONLY) : note;
            return new BuiltTask(dirs, note.isEmpty(), note);
        });
    }

    @Override
    public Mono<Void> put(String task, String file, byte[] content) {
        return blocking(() -> {
                    SafeTree.write(task(task).localDir(), file, content);
                    return file;
                })
                .then();
    }

    @Override
    public Mono<Void> unmount() {
        return blocking(() -> {
                    new TreeRemoval(root, ownership).unmount();
                    return root;
                })
                .then();
    }

    @Override
    public Mono<Void> destroy() {
        return blocking(() -> {
                    new TreeRemoval(root, ownership).run();
                    return root;
                })
                .then();
    }

    private <T> Mono<T> blocking(Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn(io).onErrorMap(IOException.class, error -> DirException.of(error));
    }
}
