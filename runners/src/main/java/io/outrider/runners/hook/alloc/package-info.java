/** The hooks of allocs (behaviour section 3.2). */
@NullMarked
package io.outrider.runners.hook.alloc;

import org.jspecify.annotations.NullMarked;
