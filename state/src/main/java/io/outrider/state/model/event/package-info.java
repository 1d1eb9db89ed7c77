/** What the agent tells: one event per thing that happened, durable before anybody sees it. */
@NullMarked
package io.outrider.state.model.event;

import org.jspecify.annotations.NullMarked;
