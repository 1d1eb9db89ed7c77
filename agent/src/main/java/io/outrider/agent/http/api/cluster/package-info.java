/** The cluster that one agent is: jobs, allocs, evaluations, nodes, namespaces, variables. */
@NullMarked
package io.outrider.agent.http.api.cluster;

import org.jspecify.annotations.NullMarked;
