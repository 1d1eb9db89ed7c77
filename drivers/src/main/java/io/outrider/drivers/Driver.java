package io.outrider.drivers;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs tasks of one kind. Every publisher is cold unless it says otherwise; blocking work happens on the driver's own
 * schedulers. Failures arrive as {@link DriverException}, which says whether the restart policy may try again. An ID
 * that the driver does not hold fails with {@link DriverException.Kind#TASK_NOT_FOUND}.
 *
 * <p>Order for one task: {@code prepare}, then the caller makes the handle durable, then {@code start}; or after a
 * restart of the agent {@code recover}. Then {@code exit} at any time, {@code stop}, and {@code destroy} last.
 */
public interface Driver {

    /** The name that job files use. */
    String name();

    /** What this driver can do; constant. */
    DriverCapabilities capabilities();

    /** What a task's {@code config} block may hold. */
    ConfigSpec configSpec();

    /** What the driver finds on this machine: the first value at once, then each change. Ends with the driver. */
    Flux<DriverFingerprint> fingerprint();

    /** Hot: news about tasks while they are prepared or run (an image being pulled). Slow readers lose the oldest. */
    Flux<DriverEvent> events();

    /** Checks {@code config} and makes the handle. Starts nothing and may be repeated. */
    Mono<TaskHandle> prepare(TaskConfig config);

    /**
     * Starts the task of a durable {@code handle} and completes when it runs. At most one process ever comes of one
     * handle, however often and from however many agents this is called. Cancel leaves the task in a state that
     * {@link #destroy} cleans up.
     */
    Mono<StartedTask> start(TaskHandle handle, TaskConfig config);

    /** Finds the task of {@code handle} again. Idempotent. Never starts anything. */
    Mono<Recovery> recover(TaskHandle handle);

    /**
     * The task's end: emits once, to every subscriber, also to those that come after it. An end whose status was lost
     * has no exit code, and says why.
     */
    Mono<ExitResult> exit(TaskId id);

    /**
     * Sends {@code signal} (empty: the driver's default), waits {@code timeout}, then kills. Completes when nothing of
     * the task is left alive, children with sessions of their own included. The task stays known.
     */
    Mono<Void> stop(TaskId id, String signal, Duration timeout);

    /** Sends a signal to the task. */
    Mono<Void> signal(TaskId id, String signal);

    /** Forgets an ended task and removes what it left behind; with {@code force} kills a running one first. */
    Mono<Void> destroy(TaskId id, boolean force);

    /**
     * Makes an end of the task of a {@code handle} that {@link #recover} cannot make sense of, held or not: kills what
     * lives of it, keeps it from starting, and forgets it. Completes only when nothing of it is left alive; fails
     * while that is not certain, and may be repeated.
     */
    Mono<Void> discard(TaskHandle handle);

    /** What is known of the task now. */
    Mono<TaskStatus> inspect(TaskId id);

    /** Resource usage: the first sample at once, then every {@code interval}, until the task ends. */
    Flux<TaskUsage> usage(TaskId id, Duration interval);

    /** Runs {@code command} beside the task, in its environment; killed after {@code timeout} or on cancel. */
    Mono<ExecResult> exec(TaskId id, List<String> command, Duration timeout);

    /**
     * Ends what is left of tasks that none of {@code known} names: their handles were lost. To be called before
     * anything is started or recovered. A driver whose tasks cannot outlive their handles has nothing to do.
     */
    default Mono<Void> prune(Collection<TaskHandle> known) {
        return Mono.empty();
    }

    /** Lets go of all tasks without touching them, and frees what the driver holds. Idempotent. */
    Mono<Void> close();
}
