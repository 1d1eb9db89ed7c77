/** JSON, YAML, CSV, base64 and URLs. */
@NullMarked
package io.outrider.jobspec.hcl.function.encoding;

import org.jspecify.annotations.NullMarked;
