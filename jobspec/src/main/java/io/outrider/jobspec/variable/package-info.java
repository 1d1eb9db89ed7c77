/** Input variables and locals of a job file: declarations, where values come from, which one wins. */
@NullMarked
package io.outrider.jobspec.variable;

import org.jspecify.annotations.NullMarked;
