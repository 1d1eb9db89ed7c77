/** What changed between two versions of a job, and what that does to its allocs. Pure. */
@NullMarked
package io.outrider.jobspec.diff;

import org.jspecify.annotations.NullMarked;
