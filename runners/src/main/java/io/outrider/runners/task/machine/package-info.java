/** The life of a task as a pure function: states, inputs, effects. Knows no clock and no thread. */
@NullMarked
package io.outrider.runners.task.machine;

import org.jspecify.annotations.NullMarked;
