/** raw_exec and what it stands on: the shim, its files and the kill of a whole tree. */
@NullMarked
package io.outrider.drivers.process;

import org.jspecify.annotations.NullMarked;
