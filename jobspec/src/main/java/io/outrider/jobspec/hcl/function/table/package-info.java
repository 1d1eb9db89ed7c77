/** How functions are declared and read their arguments. */
@NullMarked
package io.outrider.jobspec.hcl.function.table;

import org.jspecify.annotations.NullMarked;
