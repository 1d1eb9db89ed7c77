package io.outrider.streams;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * Owns running work: subscriptions, disposables, and ends that take time. Each has a name; an error of any goes to the
 * scope's error consumer as {@code scope/work}, once, and ends only that work. What ends by itself is forgotten.
 * Closing cancels everything, newest first. Safe from any thread.
 */
public final class Scope {

    private final String name;
    private final BiConsumer<String, Throwable> errors;
    private final Set<Disposable> owned = new LinkedHashSet<>();
    private final Deque<Supplier<Mono<Void>>> ends = new ArrayDeque<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Once<Void> end = new Once<>();
    private boolean refusing;

    /**
     * @param errors gets {@code scope/work} and the error, on the thread where it came up; must not throw or block
     */
    public Scope(String name, BiConsumer<String, Throwable> errors) {
        this.name = name;
        this.errors = errors;
    }

    /**
     * Subscribes, asks for everything and drops the values. On a closed scope nothing is subscribed and the returned
     * handle is disposed. Disposing the handle cancels this work alone.
     */
    public Disposable add(String work, Publisher<?> publisher) {
        Owned subscriber = new Owned(work);
        if (!own(subscriber)) {
            return Disposables.disposed();
        }
        publisher.subscribe(subscriber);
        return subscriber;
    }

    /** Disposes {@code resource} when the scope closes, or at once if it is closed. The handle disposes it earlier. */
    public Disposable add(String work, Disposable resource) {
        Disposable handle = new Held(work, resource);
        if (!own(handle)) {
            handle.dispose();
        }
        return handle;
    }

    /**
     * Runs {@code step} when the scope closes, after all work has been cancelled; steps run one by one, the last added
     * first, and a failing one does not keep the others from running. False, and nothing is run, if it is closed.
     */
    public boolean onClose(Supplier<Mono<Void>> step) {
        synchronized (owned) {
            if (!refusing) {
                ends.push(step);
            }
            return !refusing;
        }
    }

    /** True from the moment that closing has begun. */
    public boolean isClosed() {
        return closing.get();
    }

    /**
     * Refuses new work, cancels all there is, runs the {@link #onClose} steps. Starts with the first subscriber and
     * goes on if that cancels; everybody gets the same end: completion, or the first failure of a step with the others
     * suppressed.
     */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            if (closing.compareAndSet(false, true)) {
                closeNow();
            }
            return end.value();
        });
    }

    /** The end of {@link #close} without causing it. */
    public Mono<Void> closed() {
        return end.value();
    }

    /** Work that runs now. */
    public int size() {
        synchronized (owned) {
            return owned.size();
        }
    }

    private boolean own(Disposable work) {
        synchronized (owned) {
            return !refusing && owned.add(work);
        }
    }

    private void forget(Disposable work) {
        synchronized (owned) {
            owned.remove(work);
        }
    }

    private void closeNow() {
        Deque<Disposable> newestFirst = new ArrayDeque<>();
        Deque<Supplier<Mono<Void>>> steps;
        synchronized (owned) {
            refusing = true;
            owned.forEach(newestFirst::push);
            owned.clear();
            steps = new ArrayDeque<>(ends);
        }
        newestFirst.forEach(Disposable::dispose);
        runNext(steps, null);
    }

    private void runNext(Deque<Supplier<Mono<Void>>> steps, @Nullable Throwable failure) {
        Supplier<Mono<Void>> step = steps.poll();
        if (step != null) {
            Mono.defer(step)
                    .subscribe(
                            nothing -> {},
                            error -> runNext(steps, join(failure, error)),
                            () -> runNext(steps, failure));
        } else if (failure == null) {
            end.complete();
        } else {
            end.fail(failure);
        }
    }

    private static Throwable join(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    private void report(String work, Throwable error) {
        errors.accept(name + "/" + work, error);
    }

    private final class Owned extends BaseSubscriber<Object> {
        private final String work;

        Owned(String work) {
            this.work = work;
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            requestUnbounded();
        }

        @Override
        protected void hookOnComplete() {
            forget(this);
        }

        @Override
        protected void hookOnCancel() {
            forget(this);
        }

        @Override
        protected void hookOnError(Throwable error) {
            forget(this);
            report(work, error);
        }
    }

    private final class Held implements Disposable {
        private final String work;
        private final Disposable resource;

        Held(String work, Disposable resource) {
            this.work = work;
            this.resource = resource;
        }

        @Override
        public void dispose() {
            forget(this);
            try {
                resource.dispose();
            } catch (RuntimeException e) {
                report(work, e);
            }
        }

        @Override
        public boolean isDisposed() {
            return resource.isDisposed();
        }
    }
}
