/** The agent's view of its store. */
@NullMarked
package io.outrider.agent.store;

import org.jspecify.annotations.NullMarked;
