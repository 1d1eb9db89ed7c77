package io.outrider.runners.task;

import io.outrider.runners.task.RunnerException.Kind;
import io.outrider.runners.task.machine.TaskInput;
import io.outrider.streams.Inbox.Offer;
import io.outrider.streams.Once;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import reactor.core.publisher.Mono;

/** Requests to a task that want an answer, and the end of the task's runner. Safe from any thread. */
final class Requests {

    private final Map<Long, Once<Void>> open = new ConcurrentHashMap<>();
    private final AtomicLong tickets = new AtomicLong();
    private final Once<Void> dead = new Once<>();
    private final Once<Void> over = new Once<>();

    /** Offers the input that {@code make} makes of a ticket, and waits for the answer to that ticket. */
    Mono<Void> ask(LongFunction<TaskInput> make, Function<TaskInput, Offer> loop) {
        return Mono.defer(() -> {
            long ticket = tickets.incrementAndGet();
            Once<Void> answer = new Once<>();
            open.put(ticket, answer);
            Offer offer = loop.apply(make.apply(ticket));
            if (offer != Offer.ACCEPTED) {
                open.remove(ticket);
                return Mono.error(refusal(offer));
            }
            if (over.isSet()) {
                answer.fail(refusal(Offer.CLOSED));
            }
            return answer.value().doFinally(signal -> open.remove(ticket));
        });
    }

    void answer(long ticket, Optional<String> error) {
        Once<Void> answer = open.get(ticket);
        if (answer == null) {
            return;
        }
        if (error.isPresent()) {
            answer.fail(new RunnerException(Kind.NOT_RUNNING, error.get()));
        } else {
            answer.complete();
        }
    }

    /** Runs {@code work} and answers with its end. */
    Mono<Void> settle(long ticket, Mono<Void> work) {
        return work.doOnSuccess(nothing -> answer(ticket, Optional.empty())).onErrorResume(error -> {
            Optional.ofNullable(open.get(ticket)).ifPresent(answer -> answer.fail(error));
            return Mono.empty();
        });
    }

    /** The task will never run again, whether or not that is durable. */
    void dead() {
        dead.complete();
    }

    /** Completes with {@link #dead} or {@link #over}. */
    Mono<Void> whenDead() {
        return dead.value();
    }

    /** The runner has nothing more to do: it will answer nobody. */
    void over() {
        dead.complete();
        over.complete();
        open.values().forEach(answer -> answer.fail(refusal(Offer.CLOSED)));
    }

    /** Completes with {@link #over}. */
    Mono<Void> whenOver() {
        return over.value();
    }

    static RunnerException refusal(Offer offer) {
        return offer == Offer.FULL
                ? new RunnerException(Kind.BUSY, "Task has too many requests waiting: try again later")
                : new RunnerException(Kind.NOT_RUNNING, "Task not running");
    }
}
