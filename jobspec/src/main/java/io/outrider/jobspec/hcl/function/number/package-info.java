/** Functions of numbers. */
@NullMarked
package io.outrider.jobspec.hcl.function.number;

import org.jspecify.annotations.NullMarked;
