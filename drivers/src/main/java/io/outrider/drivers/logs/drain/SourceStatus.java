package io.outrider.drivers.logs.drain;

import io.outrider.drivers.logs.LogSource;
import java.util.Optional;

/**
 * A task that a drain collects from.
 *
 * @param source as it was attached
 * @param stall why nothing moves at present; empty while all is well
 */
public record SourceStatus(LogSource source, Optional<String> stall) {}
