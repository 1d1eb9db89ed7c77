/** Whether the node may run a group at all: drivers, constraints, datacenters. Pure. */
@NullMarked
package io.outrider.agent.standalone.feasible;

import org.jspecify.annotations.NullMarked;
