/** Tests of functions. */
@NullMarked
package io.outrider.jobspec.hcl.function;

import org.jspecify.annotations.NullMarked;
