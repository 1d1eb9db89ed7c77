/** Tests of the readers of /proc. */
package io.outrider.drivers.procfs;
