/** Tests of the task loop. */
package io.outrider.runners.task;
