/** Config files, and the agent process that is started with them. */
@NullMarked
package io.outrider.agent.config;

import org.jspecify.annotations.NullMarked;
