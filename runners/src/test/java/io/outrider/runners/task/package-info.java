/** Tests of the task machine and its loop. */
package io.outrider.runners.task;
