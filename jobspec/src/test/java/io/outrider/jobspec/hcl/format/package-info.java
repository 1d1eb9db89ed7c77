@NullMarked
package io.outrider.jobspec.hcl.format;

import org.jspecify.annotations.NullMarked;
