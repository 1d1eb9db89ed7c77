/** Decodes the body of a job file into the API's job, driven by tables. */
@NullMarked
package io.outrider.jobspec.schema;

import org.jspecify.annotations.NullMarked;
