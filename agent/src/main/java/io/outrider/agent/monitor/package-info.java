/** The log of the agent for those who watch it from outside, whatever else becomes of its lines. */
@NullMarked
package io.outrider.agent.monitor;

import org.jspecify.annotations.NullMarked;
