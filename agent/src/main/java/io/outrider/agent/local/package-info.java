/** What one node offers to those who ask from outside, whatever way they come. */
@NullMarked
package io.outrider.agent.local;

import org.jspecify.annotations.NullMarked;
