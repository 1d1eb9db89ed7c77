/** Shows what an evaluation decides and what becomes of it, while it happens. */
@NullMarked
package io.outrider.agent.cli.follow;

import org.jspecify.annotations.NullMarked;
