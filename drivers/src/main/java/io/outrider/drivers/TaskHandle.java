package io.outrider.drivers;

/**
 * What the agent keeps of a task to find it again. Made before anything starts and durable before {@code start}. Holds
 * no secrets.
 *
 * @param version of {@code state}'s form
 * @param driver the driver's name
 * @param id the run
 * @param state the driver's own facts, as JSON
 */
public record TaskHandle(int version, String driver, TaskId id, String state) {}
