/** Tests of the feed without a server. */
@NullMarked
package io.outrider.agent.job;

import org.jspecify.annotations.NullMarked;
