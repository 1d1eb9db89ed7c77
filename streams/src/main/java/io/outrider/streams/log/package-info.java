/** The event log over a journal: one ring of recent entries for all readers, and a cursor for each. */
@NullMarked
package io.outrider.streams.log;

import org.jspecify.annotations.NullMarked;
