/** The driver SPI: how a task is started, watched, stopped and found again. */
@NullMarked
package io.outrider.drivers;

import org.jspecify.annotations.NullMarked;
