/** What the node itself answers: files and logs of its allocs, and what may be done to them. */
@NullMarked
package io.outrider.agent.http.api.client;

import org.jspecify.annotations.NullMarked;
