/** The hooks of tasks (behaviour section 4.2). */
@NullMarked
package io.outrider.runners.hook.task;

import org.jspecify.annotations.NullMarked;
