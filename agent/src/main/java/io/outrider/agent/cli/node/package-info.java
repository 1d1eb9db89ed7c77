/** Commands about the node: what it is, uses and runs, and whether it takes more. */
@NullMarked
package io.outrider.agent.cli.node;

import org.jspecify.annotations.NullMarked;
