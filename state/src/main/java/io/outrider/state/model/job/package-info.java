/** Jobs as their files say them: groups, tasks and what belongs to them. */
@NullMarked
package io.outrider.state.model.job;

import org.jspecify.annotations.NullMarked;
