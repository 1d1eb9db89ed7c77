/** What is wrong with a job, and where. */
@NullMarked
package io.outrider.jobspec.validate.fault;

import org.jspecify.annotations.NullMarked;
