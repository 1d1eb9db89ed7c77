/** What a job says about where it wants to be. */
@NullMarked
package io.outrider.state.model.placement;

import org.jspecify.annotations.NullMarked;
