/** Values and types of HCL expressions, and the conversions between them. */
@NullMarked
package io.outrider.jobspec.hcl.value;

import org.jspecify.annotations.NullMarked;
