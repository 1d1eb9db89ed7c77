/** The filter language. */
@NullMarked
package io.outrider.agent.filter;

import org.jspecify.annotations.NullMarked;
