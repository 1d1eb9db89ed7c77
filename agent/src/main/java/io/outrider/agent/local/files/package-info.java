/** Files of allocs for readers from outside: opened by handle, step by step, so that no link or rename leads out. */
@NullMarked
package io.outrider.agent.local.files;

import org.jspecify.annotations.NullMarked;
