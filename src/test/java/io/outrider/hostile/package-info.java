/** What tasks may try to do to the agent. */
package io.outrider.hostile;
