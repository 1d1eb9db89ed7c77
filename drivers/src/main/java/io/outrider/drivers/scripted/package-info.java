/** The scripted driver, mock_driver in job files: does what its config says. */
@NullMarked
package io.outrider.drivers.scripted;

import org.jspecify.annotations.NullMarked;
