/** How commands ask an agent: over its HTTP API, one request after another. */
@NullMarked
package io.outrider.agent.cli.api;

import org.jspecify.annotations.NullMarked;
