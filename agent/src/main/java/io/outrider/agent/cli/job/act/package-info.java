/** Commands that change jobs which an agent has. */
@NullMarked
package io.outrider.agent.cli.job.act;

import org.jspecify.annotations.NullMarked;
