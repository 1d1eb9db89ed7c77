/** What benches share. */
package io.outrider.drivers.bench;
