package io.outrider.drivers.logs.drain;

import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogSource;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * All tasks of a drain, on two loops: a disk that hangs holds up one of them at most, and two cores share a flood.
 * Calls come back at once; the futures end on a loop's thread. Calls about one task are done in their order.
 */
public final class DrainCore implements AutoCloseable {

    private static final int LOOPS = 2;

    private final DrainNotices notices;
    private final Clock clock;
    private final List<DrainLoop> loops = new ArrayList<>();
    private final Map<Key, Entry> tasks = new HashMap<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private int next;
    private boolean closed;

    public DrainCore(DrainNotices notices, Clock clock) {
        this.notices = notices;
        this.clock = clock;
    }

    public DrainCore start() {
        for (int i = 1; i <= LOOPS; i++) {
            loops.add(DrainLoop.start("agent-drain-" + i, notices));
        }
        return this;
    }

    public CompletableFuture<Void> attach(LogSource source) {
        return on(source, task -> {
            task.attach(source);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Marks asked for again with the same {@code nonce} are made once. */
    public CompletableFuture<Void> mark(LogSource source, long nonce) {
        return on(source, task -> task.mark(source, nonce));
    }

    public CompletableFuture<Void> settle(LogSource source) {
        return on(source, task -> task.settle(source));
    }

    public CompletableFuture<Void> detach(LogSource source) {
        return on(source, task -> task.detach(source));
    }

    /** Tasks that are attached. */
    public List<SourceStatus> list() {
        List<SourceStatus> found = new ArrayList<>();
        synchronized (tasks) {
            tasks.values().forEach(entry -> entry.drain.status().ifPresent(found::add));
        }
        return found;
    }

    /**
     * Stops reading, without ending any stream: another drain can go on once the future has ended, which means that all
     * files are closed. Idempotent; all callers get the same end.
     */
    public CompletableFuture<Void> end() {
        List<TaskDrain> all = new ArrayList<>();
        synchronized (tasks) {
            if (closed) {
                return ended;
            }
            closed = true;
            tasks.values().forEach(entry -> all.add(entry.drain));
        }
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (DrainLoop loop : loops) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            loop.epoll().execute(() -> closeAll(all, loop, end));
        }
        CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                .whenComplete((nothing, error) -> ended.complete(null));
        return ended;
    }

    /** Begins {@link #end}. */
    @Override
    public void close() {
        end();
    }

    private void closeAll(List<TaskDrain> all, DrainLoop loop, CompletableFuture<Void> end) {
        for (TaskDrain task : all) {
            if (task.loop() == loop) {
                task.close();
            }
        }
        loop.peek().close();
        loop.epoll().close();
        end.complete(null);
    }

    private CompletableFuture<Void> on(LogSource source, Function<TaskDrain, CompletableFuture<Void>> action) {
        Key key = new Key(source.folders(), source.task());
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (tasks) {
            if (closed) {
                done.completeExceptionally(new DrainException("the log drain is closed"));
                return done;
            }
            Entry entry = tasks.computeIfAbsent(key, absent -> new Entry(new TaskDrain(nextLoop(), notices, clock)));
            entry.pending++;
            entry.drain.loop().epoll().execute(() -> run(entry.drain, action, done));
            done.whenComplete((nothing, error) -> release(key, entry));
        }
        return done;
    }

    private static void run(
            TaskDrain drain, Function<TaskDrain, CompletableFuture<Void>> action, CompletableFuture<Void> done) {
        try {
            action.apply(drain).whenComplete((nothing, error) -> {
                if (error == null) {
                    done.complete(null);
                } else {
                    done.completeExceptionally(error);
                }
            });
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    private void release(Key key, Entry entry) {
        synchronized (tasks) {
            entry.pending--;
            if (entry.pending == 0 && !entry.drain.isAttached()) {
                tasks.remove(key, entry);
            }
        }
    }

    private DrainLoop nextLoop() {
        next = (next + 1) % loops.size();
        return loops.get(next);
    }

    private record Key(LogFolders folders, String task) {}

    /** A task, and how many calls about it have not ended. */
    private static final class Entry {
        private final TaskDrain drain;
        private int pending;

        Entry(TaskDrain drain) {
            this.drain = drain;
        }
    }
}
