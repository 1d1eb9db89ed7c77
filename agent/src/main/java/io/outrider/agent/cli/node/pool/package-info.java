/** Commands about pools of nodes. */
@NullMarked
package io.outrider.agent.cli.node.pool;

import org.jspecify.annotations.NullMarked;
