/** Nodes: resources, drivers, volumes, drains. */
@NullMarked
package io.outrider.state.model.node;

import org.jspecify.annotations.NullMarked;
