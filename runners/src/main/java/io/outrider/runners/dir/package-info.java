/** Directories of allocs and tasks: where they are, how they are made and removed (behaviour section 8). */
@NullMarked
package io.outrider.runners.dir;

import org.jspecify.annotations.NullMarked;
