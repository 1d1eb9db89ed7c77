package io.outrider.streams;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;

/**
 * Registered in this test jar (META-INF/services) for every test of each module that has it on its class path and finds
 * extensions by itself: a blocking call on a loop thread fails there.
 */
public final class BlockHoundExtension implements BeforeAllCallback {

    private static boolean installed;

    @Override
    public void beforeAll(ExtensionContext context) {
        installOnce();
    }

    /** Once in a JVM: a second time, what is allowed would be refused while its methods are rewritten under others. */
    private static synchronized void installOnce() {
        if (installed) {
            return;
        }
        installed = true;
        BlockHound.Builder builder = BlockHound.builder()
                .loadIntegrations()
                // A pool's thread that waits for its next task blocks nobody.
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "getTask")
                // A lock that somebody else holds for a moment: libraries and the JDK's pools have both kinds, and the
                // other kind, a monitor, is not seen here. Refused now and then, the error comes out of places that
                // nobody expects: work is lost, and a pool can be left without a thread that looks at its timers.
                .allowBlockingCallsInside("java.util.concurrent.locks.ReentrantLock", "lock");
        // Where such an error ends up depends on who catches it; its origin must be seen in any case.
        builder.blockingMethodCallback(method -> {
                    BlockingOperationError error = new BlockingOperationError(method);
                    error.printStackTrace();
                    throw error;
                })
                .install();
    }
}
