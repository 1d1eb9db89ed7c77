package io.outrider.jobspec.hcl;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * Runs work within {@link Limits#SHALLOW} on the caller's stack; if its text nests deeper, runs it again within
 * {@link Limits#DEEP} on a thread whose stack is large enough. Ordinary texts never pay for it. Waits for that thread:
 * call it where blocking is allowed.
 */
public final class DeepStack {
    /** Reserved, not used: the system gives pages as they are touched. */
    private static final long STACK_BYTES = 512L << 20;

    private DeepStack() {}

    /** The result of {@code work}, which must be free of side effects because it may run twice. */
    public static <T> T call(Function<Limits, T> work) {
        try {
            return work.apply(Limits.SHALLOW);
        } catch (LimitExceeded tooDeep) {
            if (!tooDeep.depth()) {
                throw tooDeep;
            }
            return onOwnThread(work);
        }
    }

    private static <T> T onOwnThread(Function<Limits, T> work) {
        FutureTask<T> task = new FutureTask<>(() -> work.apply(Limits.DEEP));
        Thread thread =
                new Thread(null, task, "agent-parse-" + Thread.currentThread().getId(), STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading a text", stopped);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("reading a text failed", failed.getCause());
        }
    }
}
