/** What a control plane keeps beside jobs, allocs and nodes: evaluations, namespaces, variables and the like. */
@NullMarked
package io.outrider.state.model.cluster;

import org.jspecify.annotations.NullMarked;
