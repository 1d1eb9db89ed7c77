/** {@code outrider fmt}: files in canonical layout. */
@NullMarked
package io.outrider.agent.cli.fmt;

import org.jspecify.annotations.NullMarked;
