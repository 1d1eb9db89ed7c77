/** Which handler a path belongs to, and what all handlers share: methods, CORS. */
@NullMarked
package io.outrider.agent.http.route;

import org.jspecify.annotations.NullMarked;
