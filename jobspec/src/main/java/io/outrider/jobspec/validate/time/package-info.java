/** The syntax of schedules. */
@NullMarked
package io.outrider.jobspec.validate.time;

import org.jspecify.annotations.NullMarked;
