/**
 * What the drivers need of the kernel: FIFOs, signals, splice, pidfds, epoll.
 *
 * <p>All of it goes through JNA to libc, also the event loop. Netty's epoll could watch a raw fd too, but the log drain
 * is a process of its own that must stay small and outlive every upgrade: with this package it needs the JDK and JNA
 * and nothing else, and agent and drain share one loop that is small enough to read.
 */
@NullMarked
package io.outrider.drivers.posix;

import org.jspecify.annotations.NullMarked;
