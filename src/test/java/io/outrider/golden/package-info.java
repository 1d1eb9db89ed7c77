/** What the reference answered, asked of an assembled agent by the tool that belongs to the recordings. */
@NullMarked
package io.outrider.golden;

import org.jspecify.annotations.NullMarked;
