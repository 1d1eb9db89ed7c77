/** When periodic jobs are due. Pure. */
@NullMarked
package io.outrider.agent.standalone.cron;

import org.jspecify.annotations.NullMarked;
