/** What one node offers, against tasks that swap things under its hands. */
@NullMarked
package io.outrider.agent.local;

import org.jspecify.annotations.NullMarked;
