/** The agent's HTTP API, in the reference's shapes. */
@NullMarked
package io.outrider.agent.http;

import org.jspecify.annotations.NullMarked;
