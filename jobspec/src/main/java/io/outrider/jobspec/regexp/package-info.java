/** Regular expressions in the syntax of job files, within a bound of work. */
@NullMarked
package io.outrider.jobspec.regexp;

import org.jspecify.annotations.NullMarked;
