/** The filter language of the API: read once, asked of many records by the names of their JSON. Knows no HTTP. */
@NullMarked
package io.outrider.agent.filter;

import org.jspecify.annotations.NullMarked;
