/** Checks on services, their checks and their part in a mesh. */
@NullMarked
package io.outrider.jobspec.validate.service;

import org.jspecify.annotations.NullMarked;
