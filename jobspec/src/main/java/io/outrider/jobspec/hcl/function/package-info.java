/** The functions that job files may call. */
@NullMarked
package io.outrider.jobspec.hcl.function;

import org.jspecify.annotations.NullMarked;
