/** {@code outrider run}: one job in the foreground, from the first signal handler to the exit code. */
@NullMarked
package io.outrider.agent.cli.run;

import org.jspecify.annotations.NullMarked;
