/** Resources, networks, ports and devices, asked for or given. */
@NullMarked
package io.outrider.state.model.resource;

import org.jspecify.annotations.NullMarked;
