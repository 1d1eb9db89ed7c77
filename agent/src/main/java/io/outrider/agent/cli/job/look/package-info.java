/** Commands that show jobs as an agent has them. */
@NullMarked
package io.outrider.agent.cli.job.look;

import org.jspecify.annotations.NullMarked;
