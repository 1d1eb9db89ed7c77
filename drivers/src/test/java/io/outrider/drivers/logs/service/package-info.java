/** Tests of the log drain as a process. */
package io.outrider.drivers.logs.service;
