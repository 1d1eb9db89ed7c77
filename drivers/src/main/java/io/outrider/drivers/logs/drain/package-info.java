/**
 * Log drain: moves what tasks write from their FIFOs into segments, in the agent's JVM or as a process of its own.
 *
 * <p>The process is kept small: everything that it runs ({@code DrainMain}, {@code DrainServer}, {@code DrainCore} and
 * below) uses the JDK, JNA and this module's {@code posix} and {@code logs.files}, and neither Reactor nor a logging
 * library.
 */
@NullMarked
package io.outrider.drivers.logs.drain;

import org.jspecify.annotations.NullMarked;
