/** The task machine (pure) and its loop (effects). */
@NullMarked
package io.outrider.runners.task;

import org.jspecify.annotations.NullMarked;
