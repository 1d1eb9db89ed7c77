/** Parts of a task: templates, artifacts, logs, lifecycle, volumes. */
@NullMarked
package io.outrider.state.model.task;

import org.jspecify.annotations.NullMarked;
