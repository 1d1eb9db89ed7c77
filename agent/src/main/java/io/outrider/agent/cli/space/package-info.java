/** Commands about namespaces. */
@NullMarked
package io.outrider.agent.cli.space;

import org.jspecify.annotations.NullMarked;
