/** Tests of the log store with a real drain. */
package io.outrider.drivers.logs.files;
