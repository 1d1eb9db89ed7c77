/** Whether and when an ended task starts again: a pure policy (behaviour section 4.10). */
@NullMarked
package io.outrider.runners.restart;

import org.jspecify.annotations.NullMarked;
