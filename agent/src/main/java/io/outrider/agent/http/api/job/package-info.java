/** Job files over HTTP: read, filled in, checked. */
@NullMarked
package io.outrider.agent.http.api.job;

import org.jspecify.annotations.NullMarked;
