/** Tests of the assembled agent: the launcher, commands as processes, and embedded agents. */
@NullMarked
package io.outrider.agent;

import org.jspecify.annotations.NullMarked;
