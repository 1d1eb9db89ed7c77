/** Consul mesh settings; held so that nothing of a job is lost. */
@NullMarked
package io.outrider.state.model.connect;

import org.jspecify.annotations.NullMarked;
