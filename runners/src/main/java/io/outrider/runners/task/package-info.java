/** Task runners: the loop that feeds a task's machine and performs what it orders. */
@NullMarked
package io.outrider.runners.task;

import org.jspecify.annotations.NullMarked;
