package io.outrider.runners.alloc;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import org.jspecify.annotations.Nullable;

/**
 * What a node reports of an alloc: the alloc stripped to what its client knows (behaviour section 2.9). Everything in
 * it is durable.
 *
 * @param allocId the alloc
 * @param nodeId the node, when the alloc names one
 * @param client statuses, task states, deployment health, network
 */
public record AllocUpdate(String allocId, @Nullable String nodeId, ClientPart client) {

    /** What {@code alloc} says of itself. */
    public static AllocUpdate of(Alloc alloc) {
        return new AllocUpdate(alloc.id(), alloc.nodeId(), alloc.client());
    }
}
