/** The embedding API and the ordered start list. */
@NullMarked
package io.outrider.agent;

import org.jspecify.annotations.NullMarked;
