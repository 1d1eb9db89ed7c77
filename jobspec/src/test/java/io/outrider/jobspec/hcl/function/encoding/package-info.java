/** Tests of encodings. */
@NullMarked
package io.outrider.jobspec.hcl.function.encoding;

import org.jspecify.annotations.NullMarked;
