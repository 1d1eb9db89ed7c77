/** Tests of supervision: real processes, real signals. */
package io.outrider.drivers.process;
