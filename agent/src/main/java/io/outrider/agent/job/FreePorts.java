package io.outrider.agent.job;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;

/** Ports of the reference's dynamic range that nobody listens on, each given once. Blocking. Safe from any thread. */
public final class FreePorts implements IntSupplier {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    private final RandomGenerator random;
    private final Set<Integer> given = new HashSet<>();

    public FreePorts(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public synchronized int getAsInt() {
        for (int tries = LAST - FIRST; tries > 0; tries--) {
            int port = random.nextInt(FIRST, LAST);
            if (!given.contains(port) && isFree(port)) {
                given.add(port);
                return port;
            }
        }
        throw new JobException(
                JobException.Kind.NO_ROOM, "no port between " + FIRST + " and " + LAST + " is free on this machine");
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
