/** The HTTP server over real sockets. */
@NullMarked
package io.outrider.agent.http;

import org.jspecify.annotations.NullMarked;
