/** What the command line answers. */
@NullMarked
package io.outrider.agent.cli;

import org.jspecify.annotations.NullMarked;
