package io.outrider.runners.dir;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.PosixException;
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
 * (behaviour section 8). Only this process can rename what stands directly in the alloc's directory; everything below
 * is done by handle, and nothing that a task has put there is followed.
 */
final class LocalAllocDir implements AllocDir {

    /** For tasks of any user to pass through; not for them to see whose allocs are here. */
    private static final int PASSABLE = 0711;

    private static final int OWNER_WRITES = 0755;
    private static final int ALL = 0777;
    private static final int ALL_STICKY = 01777;
    private static final int OWNER_ONLY = 0700;
    private static final String SHARED = "alloc";

    private static final String LOGS = "logs";

    private final Path root;
    private final Path ownLogs;
    private final Ownership ownership;
    private final MemoryDir memory;
    private final Scheduler io;

    LocalAllocDir(Path root, Path ownLogs, Ownership ownership, Scheduler io) {
        this.root = root;
        this.ownLogs = ownLogs;
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
    public LogFolders logs() {
        return new LogFolders(shared().resolve(LOGS), ownLogs);
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
                    buildShared();
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
            String note = buildInside(task);
            return new BuiltTask(dirs, note.isEmpty(), note);
        });
    }

    @Override
    public Mono<Void> put(String task, String file, byte[] content) {
        return blocking(() -> {
                    write(task(task), file, content);
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
                    new TreeRemoval(ownLogs, ownership).run();
                    return root;
                })
                .then();
    }

    private void buildShared() throws IOException {
        try (Folder top = Folder.open(root)) {
            ownership.give(top, top, SHARED, ALL);
            try (Folder shared = top.folder(SHARED)) {
                // One task of the alloc must not be able to keep the others from being found again.
                ownership.giveAnyway(top, shared, "data", ALL);
                ownership.giveAnyway(top, shared, LOGS, ALL);
                ownership.giveAnyway(top, shared, "tmp", ALL);
            }
        }
    }

    private String buildInside(String task) throws IOException {
        try (Folder top = Folder.open(root)) {
            ownership.give(top, top, task, ALL);
            try (Folder dir = top.folder(task)) {
                // A task that is found again by a new agent goes on, whatever it has done to its folders.
                ownership.giveAnyway(top, dir, "local", ALL);
                ownership.giveAnyway(top, dir, "tmp", ALL_STICKY);
                String note = memory.make(top, dir, "secrets", ownership.root() ? ALL : OWNER_ONLY);
                return note.isEmpty() ? memory.make(top, dir, "private", OWNER_ONLY) : note;
            }
        }
    }

    private void write(TaskDirs dirs, String file, byte[] content) throws IOException {
        try (Folder top = Folder.open(root);
                Folder dir = Folder.open(dirs.taskDir());
                Folder local = dir.folder("local")) {
            SafeTree.write(top, local, file, content);
        }
    }

    private <T> Mono<T> blocking(Callable<T> work) {
        return Mono.fromCallable(work)
                .subscribeOn(io)
                .onErrorMap(IOException.class, error -> DirException.of(error))
                .onErrorMap(PosixException.class, error -> new DirException(String.valueOf(error.getMessage()), error));
    }
}
