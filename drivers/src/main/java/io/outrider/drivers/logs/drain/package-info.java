/**
 * Log drain: moves what tasks write from their FIFOs into segments.
 *
 * <p>{@code DrainCore} and below also run in the drain's own process, which is kept small: they use the JDK, JNA and
 * this
 * module's {@code posix} and {@code logs.files}, and neither Reactor nor a logging library.
 */
@NullMarked
package io.outrider.drivers.logs.drain;

import org.jspecify.annotations.NullMarked;
