/** Alloc runners and the feed that drives them. */
@NullMarked
package io.outrider.runners.alloc;

import org.jspecify.annotations.NullMarked;
