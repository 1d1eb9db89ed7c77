/** The one line in which changes of the state are made: each sees all before it, and none is seen before it is kept. */
@NullMarked
package io.outrider.agent.standalone.line;

import org.jspecify.annotations.NullMarked;
