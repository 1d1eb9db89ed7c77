/** The state of a control plane: immutable, with an index for every change, and how changes of it are written. */
@NullMarked
package io.outrider.agent.standalone.state;

import org.jspecify.annotations.NullMarked;
