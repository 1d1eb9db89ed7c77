package io.outrider.drivers;

import java.time.Instant;
import java.util.Map;

/** News from a driver about a task; becomes a task event of type {@code Driver}. */
public record DriverEvent(TaskId id, Instant time, String message, Map<String, String> annotations) {}
