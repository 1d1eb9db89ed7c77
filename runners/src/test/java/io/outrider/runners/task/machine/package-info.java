/** Tests of the task machine. */
package io.outrider.runners.task.machine;
