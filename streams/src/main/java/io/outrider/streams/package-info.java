/** Reactive building blocks that know nothing of jobs or tasks: event log, topics, gates, back-off, scopes. */
@NullMarked
package io.outrider.streams;

import org.jspecify.annotations.NullMarked;
