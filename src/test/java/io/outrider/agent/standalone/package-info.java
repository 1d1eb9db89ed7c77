/** The control plane: by itself over a store in memory, and with the real runners. */
@NullMarked
package io.outrider.agent.standalone;

import org.jspecify.annotations.NullMarked;
