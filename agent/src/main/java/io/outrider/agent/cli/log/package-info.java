/** What the agent logs: to standard error and into a file that is put aside now and then. */
@NullMarked
package io.outrider.agent.cli.log;

import org.jspecify.annotations.NullMarked;
