/** Job files to the model. */
@NullMarked
package io.outrider.jobspec;

import org.jspecify.annotations.NullMarked;
