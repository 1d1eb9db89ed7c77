package io.outrider.drivers;

import java.util.Map;

/**
 * What a driver found on this machine.
 *
 * @param health whether it can run tasks
 * @param description why, for people ({@code Healthy}, {@code disabled} ...)
 * @param attributes node attributes, {@code driver.NAME...}
 */
public record DriverFingerprint(Health health, String description, Map<String, String> attributes) {

    /** Whether a driver can run tasks. */
    public enum Health {
        UNDETECTED,
        UNHEALTHY,
        HEALTHY
    }
}
