/** HCL, a configuration language: sources, places in them, and diagnostics. Knows nothing of jobs. */
@NullMarked
package io.outrider.jobspec.hcl;

import org.jspecify.annotations.NullMarked;
