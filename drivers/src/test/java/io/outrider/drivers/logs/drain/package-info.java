/** Tests of the log drain, with real FIFOs and processes. */
package io.outrider.drivers.logs.drain;
