/** Allocs and the states of their tasks. */
@NullMarked
package io.outrider.state.model.alloc;

import org.jspecify.annotations.NullMarked;
