/** The command line: what people type, and what they see. */
@NullMarked
package io.outrider.agent.cli;

import org.jspecify.annotations.NullMarked;
