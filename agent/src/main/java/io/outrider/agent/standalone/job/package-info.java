/** What can be done to jobs, allocs and the rest: each is a function from a draft and a request to an answer. */
@NullMarked
package io.outrider.agent.standalone.job;

import org.jspecify.annotations.NullMarked;
