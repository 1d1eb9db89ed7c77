/** What a node has left, and what allocs get of it. Pure but for what is left to chance. */
@NullMarked
package io.outrider.agent.standalone.room;

import org.jspecify.annotations.NullMarked;
