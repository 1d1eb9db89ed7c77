/** Host samples. */
@NullMarked
package io.outrider.metrics.host;

import org.jspecify.annotations.NullMarked;
