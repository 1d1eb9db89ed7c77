/** A control plane for the one node that this agent is: jobs come in, allocs are placed, and everything is durable. */
@NullMarked
package io.outrider.agent.standalone;

import org.jspecify.annotations.NullMarked;
