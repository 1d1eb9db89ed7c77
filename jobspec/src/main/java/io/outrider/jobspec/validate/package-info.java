/** Checks on a whole job that no single attribute can decide. */
@NullMarked
package io.outrider.jobspec.validate;

import org.jspecify.annotations.NullMarked;
