/**
 * How a log stream lies on disk, and the one reader and the one writer of it.
 *
 * <p>The bytes lie in segments {@code TASK.stdout.N}, plain files that people may read. The side file {@code
 * TASK.stdout.index} holds 40-byte entries with a checksum each, only ever appended to: where in the stream a segment
 * begins (written before the segment is made), when which offset was reached, where a new run began, where the stream
 * ended. How long a segment is, is never written down: its size says it, so a kill at any moment can neither lose nor
 * count a byte twice. When the side file grows large it is replaced by a thinner one.
 *
 * <p>Segments lie in a folder that tasks can write to, everything else in one that they cannot reach. Folder and
 * segments are opened by handle, links are not followed, and what a task has put in place of a segment counts as a
 * segment that is gone. A writer that finds its segment out of place goes on with a new one, within a second of the
 * next output.
 */
@NullMarked
package io.outrider.drivers.logs.files;

import org.jspecify.annotations.NullMarked;
