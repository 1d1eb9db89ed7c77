/**
 * The log drain as a process of its own, which outlives the agent: how it is started, found again and asked.
 *
 * <p>{@code DrainMain} and {@code DrainServer} run in it and use the JDK, JNA and {@code logs.drain}'s core only, so
 * that it
 * stays small.
 */
@NullMarked
package io.outrider.drivers.logs.service;

import org.jspecify.annotations.NullMarked;
