package io.outrider.agent.local;

import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogStore;
import io.outrider.runners.task.RunnerException;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.node.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The node of an agent that runs. Any thread may call; nothing blocks. Refusals are {@link RunnerException}. */
public interface LocalNode {

    /** What it is and has. */
    Node node();

    /** Allocs that are on it, as they are now. */
    List<Alloc> allocs();

    /** One of them. */
    Optional<Alloc> alloc(String id);

    /** Restarts one task. */
    Mono<Void> restartTask(String alloc, String task);

    /** Restarts the running tasks, or with {@code all} also those that have ended. */
    Mono<Void> restart(String alloc, boolean all);

    /** Signals one task, or all when {@code task} is empty. */
    Mono<Void> signal(String alloc, String task, String signal);

    /** What a running task uses, from now on; empty for one that does not run. */
    Flux<TaskUsage> usage(String alloc, String task, Duration interval);

    /** Removes an ended alloc with its directory. */
    Mono<Void> collect(String alloc);

    /** An alloc's own directory, built or not. */
    Path directory(String alloc);

    /** Where the output of an alloc's tasks lies. */
    LogFolders logFolders(String alloc);

    /** The reader of all output. */
    LogStore logs();
}
