/** Commands about variables: values that jobs read while they run. */
@NullMarked
package io.outrider.agent.cli.variable;

import org.jspecify.annotations.NullMarked;
