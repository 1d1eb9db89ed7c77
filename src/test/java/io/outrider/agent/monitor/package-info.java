/** The log as those see it who watch from outside. */
@NullMarked
package io.outrider.agent.monitor;

import org.jspecify.annotations.NullMarked;
