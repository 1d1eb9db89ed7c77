/** Facts of the machine, under the attribute names that job files ask for. */
@NullMarked
package io.outrider.metrics.fingerprint;

import org.jspecify.annotations.NullMarked;
