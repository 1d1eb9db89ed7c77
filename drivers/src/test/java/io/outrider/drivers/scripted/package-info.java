/** Tests of the scripted driver, in virtual time. */
package io.outrider.drivers.scripted;
