/** What all commands that ask an agent have in common: options, forms of output, and how ids are found. */
@NullMarked
package io.outrider.agent.cli.ask;

import org.jspecify.annotations.NullMarked;
