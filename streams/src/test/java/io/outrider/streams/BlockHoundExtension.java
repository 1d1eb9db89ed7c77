package io.outrider.streams;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.blockhound.BlockHound;

/** Registered for every test of the module (META-INF/services): a blocking call on a loop thread fails there. */
public final class BlockHoundExtension implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        // A thread of a pool that waits for its next task blocks nobody. Refused there, now and then, the error came
        // out of
        // the queue's own lock and left the pool without a leader: no timer of it ever fired again.
        BlockHound.builder()
                .loadIntegrations()
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "getTask")
                .install();
    }
}
