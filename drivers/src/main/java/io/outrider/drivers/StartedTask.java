package io.outrider.drivers;

import java.util.Map;
import java.util.Optional;

/**
 * A task that has been started.
 *
 * @param network an address of its own, when the driver gave it one
 */
public record StartedTask(Optional<DriverNetwork> network) {

    /**
     * @param portMap port by label
     * @param ip the task's address
     * @param autoAdvertise whether services should announce it
     */
    public record DriverNetwork(Map<String, Integer> portMap, String ip, boolean autoAdvertise) {}
}
