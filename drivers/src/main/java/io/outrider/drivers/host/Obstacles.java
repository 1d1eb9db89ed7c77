package io.outrider.drivers.host;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Processes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a machine may lack for supervision. Blocks. */
public final class Obstacles {

    private Obstacles() {}

    /** The first of them, for people; empty if there is none. */
    public static Optional<String> find(Tools tools) {
        try {
            for (String name : List.of("sh", "head", "env", "setsid")) {
                tools.need(name, "coreutils and util-linux");
            }
            if (Processes.open((int) ProcessHandle.current().pid())
                    .map(Obstacles::closed)
                    .isEmpty()) {
                return Optional.of("tasks cannot be watched: the kernel has no pidfds; Linux 5.3 or later is needed");
            }
            return resetsSignals(tools)
                    ? Optional.empty()
                    : Optional.of(
                            "tasks would ignore SIGINT: env cannot reset signals; coreutils 8.31 or later is needed");
        } catch (DriverException | PosixException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    private static boolean closed(AutoCloseable handle) {
        try {
            handle.close();
            return true;
        } catch (Exception e) {
            throw new IllegalStateException("a file descriptor that does not close", e);
        }
    }

    private static boolean resetsSignals(Tools tools) {
        String env = tools.need("env", "coreutils");
        ProcessBuilder probe = new ProcessBuilder(env, "--default-signal=INT,QUIT", "--", env);
        probe.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            return probe.start().waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException e) {
            return false;
        }
    }
}
