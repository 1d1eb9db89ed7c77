/** What a control plane is asked for, and what it answers. */
@NullMarked
package io.outrider.agent.standalone.request;

import org.jspecify.annotations.NullMarked;
