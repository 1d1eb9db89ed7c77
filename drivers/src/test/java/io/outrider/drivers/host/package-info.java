/** Tests of what drivers ask this machine. */
@NullMarked
package io.outrider.drivers.host;

import org.jspecify.annotations.NullMarked;
