@NullMarked
package io.outrider.metrics.fingerprint;

import org.jspecify.annotations.NullMarked;
