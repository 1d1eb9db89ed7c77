/** Commands about the agent itself, and the plain way to its API. */
@NullMarked
package io.outrider.agent.cli.server;

import org.jspecify.annotations.NullMarked;
