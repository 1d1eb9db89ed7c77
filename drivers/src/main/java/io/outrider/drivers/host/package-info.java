/** Programs and accounts of this machine: what is there, and whether a task can use it. */
@NullMarked
package io.outrider.drivers.host;

import org.jspecify.annotations.NullMarked;
