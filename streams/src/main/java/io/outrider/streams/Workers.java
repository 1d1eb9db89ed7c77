package io.outrider.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Makes the schedulers of one agent and ends them all. Every thread is a daemon and is called
 * {@code agent-<role>-<n>}. Nothing is shared between two {@code Workers}: an embedding program may have many.
 *
 * <p>Close what uses the schedulers first: {@link #close} interrupts what still runs, and an interrupt closes a file
 * channel under the one who writes to it. Reactor's operators fall back to JVM-wide schedulers where none is given
 * ({@code delayElement}, {@code timeout}, {@code interval} ...): always pass one of these.
 */
public final class Workers {

    private static final int IDLE_THREAD_SECONDS = 30;

    /** One for each thread that runs; also the lock of this object. */
    private final Set<CompletableFuture<Void>> threadEnds = new HashSet<>();

    private final List<Scheduler> schedulers = new ArrayList<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Once<Void> end = new Once<>();
    private boolean refusing;

    /** One thread that must not block (BlockHound watches it); its queue has no bound. */
    public Scheduler single(String role) {
        return keep(Schedulers.newSingle(new NamedThreads(role, true)));
    }

    /** {@code threads} threads that must not block (BlockHound watches them); their queues have no bound. */
    public Scheduler parallel(String role, int threads) {
        return keep(Schedulers.newParallel(threads, new NamedThreads(role, true)));
    }

    /**
     * Up to {@code threads} threads for blocking work, made on demand. When {@code queuedPerThread} tasks wait for a
     * thread, further ones fail with {@link RejectedExecutionException}: the subscriber gets it as its error.
     */
    public Scheduler blockingFailWhenFull(String role, int threads, int queuedPerThread) {
        return keep(Schedulers.newBoundedElastic(
                threads, queuedPerThread, new NamedThreads(role, false), IDLE_THREAD_SECONDS));
    }

    /** A thread factory with this class's names, for libraries that bring their own loops (Netty). */
    public ThreadFactory threads(String role, boolean mayBlock) {
        return new NamedThreads(role, !mayBlock);
    }

    /** The thread of somebody else's loop, which ends with that: nothing of it is owned. */
    public static Scheduler of(Executor loop) {
        return Schedulers.fromExecutor(loop);
    }

    /**
     * Disposes all schedulers, interrupts what runs, and completes when every thread has ended, or after {@code grace}
     * whatever still runs (those threads are daemons). Schedulers asked for afterwards are refused. Idempotent: the
     * first subscriber's grace counts, all get the same end.
     */
    public Mono<Void> close(Duration grace) {
        return Mono.defer(() -> {
            if (closing.compareAndSet(false, true)) {
                Thread closer = new Thread(() -> closeNow(grace), "agent-closer-1");
                closer.setDaemon(true);
                closer.start();
            }
            return end.value();
        });
    }

    /** Threads of this object that run now. */
    public int liveThreads() {
        synchronized (threadEnds) {
            return threadEnds.size();
        }
    }

    private Scheduler keep(Scheduler scheduler) {
        synchronized (threadEnds) {
            if (!refusing) {
                schedulers.add(scheduler);
                return scheduler;
            }
        }
        scheduler.dispose();
        throw new RejectedExecutionException("the agent's workers are closed: no new scheduler");
    }

    private void closeNow(Duration grace) {
        CompletableFuture<Void> all;
        synchronized (threadEnds) {
            refusing = true;
            schedulers.forEach(Scheduler::dispose);
            all = CompletableFuture.allOf(threadEnds.toArray(CompletableFuture<?>[]::new));
        }
        try {
            all.get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            // The grace is over: those threads are daemons, and liveThreads() tells how many are left.
        } finally {
            end.complete();
        }
    }

    private void runCounted(Runnable work) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        synchronized (threadEnds) {
            threadEnds.add(ended);
        }
        try {
            work.run();
        } finally {
            synchronized (threadEnds) {
                threadEnds.remove(ended);
            }
            ended.complete(null);
        }
    }

    /** Counts its threads, so that closing can wait for their end. */
    private final class NamedThreads implements ThreadFactory {

        private final String role;
        private final boolean nonBlocking;
        private int made;

        NamedThreads(String role, boolean nonBlocking) {
            this.role = role;
            this.nonBlocking = nonBlocking;
        }

        @Override
        public synchronized Thread newThread(Runnable work) {
            made++;
            String name = "agent-" + role + "-" + made;
            Runnable counted = () -> runCounted(work);
            Thread thread = nonBlocking ? new LoopThread(counted, name) : new Thread(null, counted, name, 0, false);
            thread.setDaemon(true);
            return thread;
        }
    }

    /** Tells Reactor and BlockHound that this thread must not block. */
    private static final class LoopThread extends Thread implements NonBlocking {
        LoopThread(Runnable work, String name) {
            super(null, work, name, 0, false);
        }
    }
}
