package io.outrider.runners.task;

import io.outrider.runners.dir.AllocDir;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import java.util.function.Consumer;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Where one task stands: what its alloc gives it.
 *
 * @param task its name
 * @param alloc the version of the alloc that counts now
 * @param dir the alloc's directories
 * @param gate completes when the tasks that come before let this one start; asked anew before each start
 * @param contacted completes once the feed has been heard; empty: it does not matter (row R37)
 * @param changed gets each state that became durable, in order; must not block
 */
public record TaskSite(
        String task,
        Supplier<Alloc> alloc,
        AllocDir dir,
        Mono<Void> gate,
        Mono<Void> contacted,
        Consumer<TaskState> changed) {}
