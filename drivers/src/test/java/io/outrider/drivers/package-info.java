/** What every driver must do, and the fakes that other modules' tests use. */
package io.outrider.drivers;
