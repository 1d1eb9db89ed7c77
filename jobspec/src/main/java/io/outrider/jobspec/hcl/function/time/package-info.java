/** Timestamps. */
@NullMarked
package io.outrider.jobspec.hcl.function.time;

import org.jspecify.annotations.NullMarked;
