/** What can be done to the node, its pools, namespaces and variables, and to what nobody needs any more. */
@NullMarked
package io.outrider.agent.standalone.cluster;

import org.jspecify.annotations.NullMarked;
