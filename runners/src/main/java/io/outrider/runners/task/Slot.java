package io.outrider.runners.task;

import io.outrider.runners.task.machine.TaskInput;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * Holds one piece of work at a time for a task's loop. A new piece cancels the one before; results are numbered, so
 * that a late one of cancelled work can be told from a good one. Used on the loop only.
 */
final class Slot {

    private final String name;
    private final Scope scope;
    private final Consumer<Post> results;
    private final BiConsumer<String, Throwable> failures;
    private Disposable work = Disposables.disposed();
    private long number;

    /** {@code failures} hears of work that failed, with its name. */
    Slot(String name, Scope scope, Consumer<Post> results, BiConsumer<String, Throwable> failures) {
        this.name = name;
        this.scope = scope;
        this.results = results;
        this.failures = failures;
    }

    /** Work with one result; when it fails, or ends without one, that is what {@code failed} makes of it. */
    void start(Supplier<? extends Mono<? extends TaskInput>> next, Function<Throwable, TaskInput> failed) {
        Mono<TaskInput> result = Mono.<TaskInput>defer(() -> next.get().cast(TaskInput.class))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException(name + " ended without a result")))
                .onErrorResume(error -> {
                    failures.accept(name, error);
                    return Mono.just(failed.apply(error));
                });
        begin(result);
    }

    /** Work that nobody waits for. */
    void start(Supplier<? extends Mono<Void>> next) {
        begin(Mono.defer(next).then(Mono.<TaskInput>empty()).onErrorResume(error -> {
            failures.accept(name, error);
            return Mono.empty();
        }));
    }

    private void begin(Mono<TaskInput> next) {
        drop();
        long mine = number;
        work = scope.add(name, next.doOnNext(input -> results.accept(new Post(this, mine, input, null))));
    }

    void drop() {
        number++;
        work.dispose();
    }

    /**
     * One input on its way to the machine.
     *
     * @param from whose result it is; null when it comes from outside
     * @param handled completed once what the input has changed is durable
     */
    record Post(
            @Nullable Slot from,
            long number,
            TaskInput input,
            @Nullable Once<Void> handled) {

        static Post outside(TaskInput input) {
            return new Post(null, 0, input, null);
        }

        /** False for the result of work that was cancelled after it had ended. */
        boolean counts() {
            return from == null || number == from.number;
        }
    }
}
