/** What changed between two versions of a job, as the API tells it. */
@NullMarked
package io.outrider.state.model.diff;

import org.jspecify.annotations.NullMarked;
