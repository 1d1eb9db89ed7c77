/** Commands about deployments and the housekeeping of the whole. */
@NullMarked
package io.outrider.agent.cli.cluster;

import org.jspecify.annotations.NullMarked;
