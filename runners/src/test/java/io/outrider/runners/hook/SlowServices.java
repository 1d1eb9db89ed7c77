package io.outrider.runners.hook;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What hooks wait for: takes work on at once, and does none of it before the test moves it. */
public final class SlowServices implements Scheduler {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

    /** Does what has been taken on so far, on the calling thread; what was cancelled meanwhile is not done. */
    public void move() {
        time.advanceTimeBy(Duration.ofSeconds(1));
    }

    @Override
    public Disposable schedule(Runnable task) {
        return time.schedule(task, 1, TimeUnit.SECONDS);
    }

    @Override
    public Worker createWorker() {
        return new SlowWorker(time.createWorker());
    }

    private record SlowWorker(Worker worker) implements Worker {
        @Override
        public Disposable schedule(Runnable task) {
            return worker.schedule(task, 1, TimeUnit.SECONDS);
        }

        @Override
        public void dispose() {
            worker.dispose();
        }

        @Override
        public boolean isDisposed() {
            return worker.isDisposed();
        }
    }
}
