/** What has to hold before a job is taken in, and what is filled in then. Pure. */
@NullMarked
package io.outrider.agent.standalone.admission;

import org.jspecify.annotations.NullMarked;
