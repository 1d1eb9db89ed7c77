package io.outrider.runners.alloc;

import io.outrider.runners.task.RunnerException;
import io.outrider.runners.task.TaskRunner;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Signals several tasks and tells of all failures in one error, in the reference's form. */
final class SignalAll {

    private SignalAll() {}

    static Mono<Void> send(Collection<TaskRunner> runners, String signal) {
        return Flux.fromIterable(runners)
                .flatMapSequential(runner -> one(runner, signal))
                .flatMapIterable(error -> error.stream().toList())
                .collectList()
                .flatMap(errors -> errors.isEmpty() ? Mono.empty() : Mono.error(joined(errors)));
    }

    private static Mono<Optional<String>> one(TaskRunner runner, String signal) {
        return runner.signal(signal)
                .thenReturn(Optional.<String>empty())
                .onErrorResume(error -> Mono.just(
                        Optional.of("Failed to signal task: " + runner.task() + ", err: " + error.getMessage())));
    }

    private static RunnerException joined(List<String> errors) {
        String head = errors.size() == 1 ? "1 error occurred:" : errors.size() + " errors occurred:";
        String text = errors.stream().map(error -> "\n\t* " + error).collect(Collectors.joining("", head, "\n\n"));
        return new RunnerException(RunnerException.Kind.NOT_RUNNING, text);
    }
}
