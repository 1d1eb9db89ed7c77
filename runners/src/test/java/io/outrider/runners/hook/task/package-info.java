/** Tests of the hooks of tasks. */
package io.outrider.runners.hook.task;
