package io.outrider.rules;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;

/** Registered for every test of this module (META-INF/services): a blocking call on a loop thread fails there. */
public final class BlockHoundExtension implements BeforeAllCallback {

    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final String TIMERS = "java.util.concurrent.ScheduledThreadPoolExecutor";

    /**
     * Where the JDK's pools hold their own locks for a moment, and where their threads wait for work. Refused there,
     * now and then, the error comes out of a lock that others want too: work is lost, and a pool can be left without a
     * thread that looks at its timers.
     */
    private static final Map<String, List<String>> POOLS = Map.of(
            POOL,
            List.of("getTask", "addWorker", "processWorkerExit", "tryTerminate", "interruptIdleWorkers"),
            TIMERS,
            List.of("delayedExecute", "reExecutePeriodic"),
            TIMERS + "$ScheduledFutureTask",
            List.of("cancel"));

    @Override
    public void beforeAll(ExtensionContext context) {
        BlockHound.Builder builder = BlockHound.builder().loadIntegrations();
        POOLS.forEach((type, methods) -> methods.forEach(method -> builder.allowBlockingCallsInside(type, method)));
        // Where such an error ends up depends on who catches it; its origin must be seen in any case.
        builder.blockingMethodCallback(method -> {
                    BlockingOperationError error = new BlockingOperationError(method);
                    error.printStackTrace();
                    throw error;
                })
                .install();
    }
}
