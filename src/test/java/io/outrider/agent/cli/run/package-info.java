/** Tests of what a run says at its end. */
@NullMarked
package io.outrider.agent.cli.run;

import org.jspecify.annotations.NullMarked;
