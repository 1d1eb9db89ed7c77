/** The listening socket: the only place that knows Netty. Reads requests within limits and writes answers. */
@NullMarked
package io.outrider.agent.http.listen;

import org.jspecify.annotations.NullMarked;
