/** Texts that commands are given: read within bounds, and what is wrong with them. */
@NullMarked
package io.outrider.agent.cli.input;

import org.jspecify.annotations.NullMarked;
