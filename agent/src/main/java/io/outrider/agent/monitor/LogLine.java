package io.outrider.agent.monitor;

import java.time.Instant;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * One line of the log.
 *
 * @param time when it was written
 * @param level how grave it is
 * @param module the part of the agent that wrote it
 * @param place the class that wrote it
 * @param message without the fields
 * @param fields facts by name, in order
 */
public record LogLine(
        Instant time, Level level, String module, String place, String message, Map<String, Object> fields) {}
