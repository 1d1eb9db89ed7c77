/** Log drain and log store: one byte stream per task and fd, kept in rotated segments. */
@NullMarked
package io.outrider.drivers.logs;

import org.jspecify.annotations.NullMarked;
