/** What the agent knows, as records in the shapes of the reference's API. */
@NullMarked
package io.outrider.state.model;

import org.jspecify.annotations.NullMarked;
