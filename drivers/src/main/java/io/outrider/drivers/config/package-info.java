/** Checks {@code config} blocks against what a driver takes, with the reference's words. */
@NullMarked
package io.outrider.drivers.config;

import org.jspecify.annotations.NullMarked;
