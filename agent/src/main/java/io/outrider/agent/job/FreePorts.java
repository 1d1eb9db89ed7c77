package io.outrider.agent.job;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Ports of the reference's dynamic range that nobody listens on. Blocking. Safe from any thread. */
public final class FreePorts implements Ports.Source {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    private final RandomGenerator random;

    public FreePorts(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public int free(Set<Integer> taken) {
        int count = LAST - FIRST;
        int first = random.nextInt(count);
        for (int step = 0; step < count; step++) {
            int port = FIRST + (first + step) % count;
            if (!taken.contains(port) && isFree(port)) {
                return port;
            }
        }
        throw new JobException(
                JobException.Kind.NO_ROOM,
                "no port from " + FIRST + " to " + (LAST - 1) + " is free on this machine: stop a job that holds some");
    }

    /** Whether nobody listens on a port now. */
    public static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port)) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
