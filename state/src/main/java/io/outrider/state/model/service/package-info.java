/** Services and their checks. */
@NullMarked
package io.outrider.state.model.service;

import org.jspecify.annotations.NullMarked;
