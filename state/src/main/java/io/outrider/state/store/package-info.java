/** Where the agent keeps what it knows: one transaction for a state change and its events. */
@NullMarked
package io.outrider.state.store;

import org.jspecify.annotations.NullMarked;
