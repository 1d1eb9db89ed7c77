/** Checks on constraints, affinities and spreads. */
@NullMarked
package io.outrider.jobspec.validate.placement;

import org.jspecify.annotations.NullMarked;
