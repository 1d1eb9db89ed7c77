/** The scheduler: pure functions from a state and an evaluation to what has to be placed, changed and stopped. */
@NullMarked
package io.outrider.agent.standalone.schedule;

import org.jspecify.annotations.NullMarked;
