/**
 * Model records as JSON and back without Jackson's data binding, which looks at every annotation of a record four
 * times before it writes the first one: a third of a start went there. What is out of the ordinary is left to it all
 * the same.
 */
@NullMarked
package io.outrider.state.model.json;

import org.jspecify.annotations.NullMarked;
