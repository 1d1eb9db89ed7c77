package io.outrider.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition threadEnded = lock.newCondition();
    private final List<Scheduler> schedulers = new ArrayList<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Once<Void> end = new Once<>();
    private int live;
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
        lock.lock();
        try {
            return live;
        } finally {
            lock.unlock();
        }
    }

    private Scheduler keep(Scheduler scheduler) {
        lock.lock();
        try {
            if (!refusing) {
                schedulers.add(scheduler);
                return scheduler;
            }
        } finally {
            lock.unlock();
        }
        scheduler.dispose();
        throw new RejectedExecutionException("the agent's workers are closed: no new scheduler");
    }

    private void closeNow(Duration grace) {
        lock.lock();
        try {
            refusing = true;
            schedulers.forEach(Scheduler::dispose);
            long left = grace.toNanos();
            while (live > 0 && left > 0) {
                left = threadEnded.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // Nobody has this thread's handle: an interrupt can only mean that the JVM is being torn down.
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        end.complete();
    }

    private void count(int change) {
        lock.lock();
        try {
            live += change;
            threadEnded.signalAll();
        } finally {
            lock.unlock();
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

        private void runCounted(Runnable work) {
            count(1);
            try {
                work.run();
            } finally {
                count(-1);
            }
        }
    }

    /** Tells Reactor and BlockHound that this thread must not block. */
    private static final class LoopThread extends Thread implements NonBlocking {
        LoopThread(Runnable work, String name) {
            super(null, work, name, 0, false);
        }
    }
}
