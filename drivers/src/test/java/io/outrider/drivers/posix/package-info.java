/** Tests of the kernel calls, on the real kernel. */
package io.outrider.drivers.posix;
