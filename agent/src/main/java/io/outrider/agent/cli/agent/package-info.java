/** The agent as a service. */
@NullMarked
package io.outrider.agent.cli.agent;

import org.jspecify.annotations.NullMarked;
