/** What the agent tells of itself, and of the cluster of one that it is. */
@NullMarked
package io.outrider.agent.http.api.agent;

import org.jspecify.annotations.NullMarked;
