package io.outrider.agent.config;

import io.outrider.jobspec.hcl.Range;
import org.jspecify.annotations.Nullable;

/**
 * A value with the place that set it.
 *
 * @param place null when the command line did
 */
record Given(Kind kind, Object value, @Nullable Range place) {}
