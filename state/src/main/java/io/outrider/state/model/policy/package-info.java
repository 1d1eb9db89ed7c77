/** Restart, reschedule, update and migrate policies as a job states them. */
@NullMarked
package io.outrider.state.model.policy;

import org.jspecify.annotations.NullMarked;
