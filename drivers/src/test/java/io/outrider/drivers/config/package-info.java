/** Tests of config blocks. */
package io.outrider.drivers.config;
