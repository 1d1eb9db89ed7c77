/** Tests of what a run looks like. */
@NullMarked
package io.outrider.agent.cli.output;

import org.jspecify.annotations.NullMarked;
