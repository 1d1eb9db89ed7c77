/** Checks on restart, reschedule, update and migrate policies. */
@NullMarked
package io.outrider.jobspec.validate.policy;

import org.jspecify.annotations.NullMarked;
