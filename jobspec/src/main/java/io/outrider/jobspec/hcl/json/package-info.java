/** The JSON syntax of HCL: the same bodies and expressions, written as JSON. */
@NullMarked
package io.outrider.jobspec.hcl.json;

import org.jspecify.annotations.NullMarked;
