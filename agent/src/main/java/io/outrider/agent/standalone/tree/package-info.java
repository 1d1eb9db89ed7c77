/** Immutable maps that share what they have in common. They know nothing of what is in them. */
@NullMarked
package io.outrider.agent.standalone.tree;

import org.jspecify.annotations.NullMarked;
