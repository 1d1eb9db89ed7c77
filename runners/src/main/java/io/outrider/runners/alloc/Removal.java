package io.outrider.runners.alloc;

import io.outrider.runners.task.RunnerException;
import io.outrider.streams.Once;
import reactor.core.publisher.Mono;

/** The removal of one alloc: one attempt at a time, and another after one that failed. Safe from any thread. */
final class Removal {

    private final String alloc;
    private Once<Void> end = new Once<>();
    private boolean begun;

    Removal(String alloc) {
        this.alloc = alloc;
    }

    /**
     * The end of the attempt that is under way; {@code begin} begins one when none is. When the agent has {@code left}
     * first there will be none.
     */
    Mono<Void> attempt(Runnable begin, Mono<Void> left) {
        Once<Void> mine;
        boolean first;
        synchronized (this) {
            mine = end;
            first = !begun;
            begun = true;
        }
        if (first) {
            begin.run();
        }
        return Mono.firstWithSignal(mine.value(), left.then(Mono.error(this::tooLate)));
    }

    private RunnerException tooLate() {
        return new RunnerException(
                RunnerException.Kind.LEAVING, "the agent left before alloc \"" + alloc + "\" was removed");
    }

    synchronized boolean isUnderWay() {
        return begun;
    }

    /** Completes when the alloc is removed, or the agent has {@code left}. */
    synchronized Mono<Void> endOr(Mono<Void> left) {
        return Mono.firstWithSignal(end.value().onErrorResume(error -> left), left);
    }

    void succeeded() {
        present().complete();
    }

    void failed(Throwable error) {
        Once<Void> failed = present();
        synchronized (this) {
            end = new Once<>();
            begun = false;
        }
        failed.fail(error);
    }

    private synchronized Once<Void> present() {
        return end;
    }
}
