/** Functions of lists, sets and maps. */
@NullMarked
package io.outrider.jobspec.hcl.function.collection;

import org.jspecify.annotations.NullMarked;
