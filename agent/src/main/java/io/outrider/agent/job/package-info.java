/** Jobs that are placed on this node without a server: the feed of embedded agents and of {@code outrider run}. */
@NullMarked
package io.outrider.agent.job;

import org.jspecify.annotations.NullMarked;
