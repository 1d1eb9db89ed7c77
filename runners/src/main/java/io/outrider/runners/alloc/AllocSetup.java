package io.outrider.runners.alloc;

import io.outrider.runners.task.TaskRunner.Kept;
import io.outrider.state.model.alloc.Alloc;
import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * One alloc that is to be run.
 *
 * @param alloc the alloc
 * @param kept what an earlier agent left of its tasks, by name; empty for a new alloc
 * @param contacted completes once the feed has been heard
 * @param reports gets what is to be reported; must not block
 */
record AllocSetup(Alloc alloc, Map<String, Kept> kept, Mono<Void> contacted, Consumer<AllocUpdate> reports) {

    AllocSetup {
        kept = Map.copyOf(kept);
    }
}
