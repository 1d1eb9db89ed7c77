package io.outrider.agent.standalone.state;

import io.outrider.state.model.alloc.Alloc;
import java.util.Set;

/** Whether allocs are over: for the node that runs them, or for the one that wants them. */
public final class Terminal {

    private static final Set<String> CLIENT = Set.of("complete", "failed", "lost");
    private static final Set<String> SERVER = Set.of("stop", "evict");

    private Terminal() {}

    /** Whether its tasks have ended for good. */
    public static boolean onClient(Alloc alloc) {
        return alloc.clientStatus() != null && CLIENT.contains(alloc.clientStatus());
    }

    /** Whether it is wanted stopped. */
    public static boolean onServer(Alloc alloc) {
        return alloc.desiredStatus() != null && SERVER.contains(alloc.desiredStatus());
    }

    /** Whether it runs, or will, and nobody wants it stopped. */
    public static boolean lives(Alloc alloc) {
        return !onClient(alloc) && !onServer(alloc);
    }
}
