/** Commands about allocs: what they do, print and keep in files. */
@NullMarked
package io.outrider.agent.cli.alloc;

import org.jspecify.annotations.NullMarked;
