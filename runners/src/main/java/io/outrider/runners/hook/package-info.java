/**
 * What happens around an alloc and its tasks: one small interface for each moment, one class for each hook (design
 * mechanism 6, behaviour sections 3.2, 4.2 and 4.3), and the two ways in which lists of hooks are run. The hooks
 * themselves are in {@code .alloc} and {@code .task}.
 */
@NullMarked
package io.outrider.runners.hook;

import org.jspecify.annotations.NullMarked;
