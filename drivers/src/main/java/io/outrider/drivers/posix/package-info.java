/** What the drivers need of the kernel: FIFOs, signals, splice, pidfds, epoll. */
@NullMarked
package io.outrider.drivers.posix;

import org.jspecify.annotations.NullMarked;
