/** Processes as /proc shows them: who is who, who belongs to whom, what they use. */
@NullMarked
package io.outrider.drivers.procfs;

import org.jspecify.annotations.NullMarked;
