/** Commands about job files, and the reading of job files for every command. */
@NullMarked
package io.outrider.agent.cli.job;

import org.jspecify.annotations.NullMarked;
