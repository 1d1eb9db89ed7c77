@NullMarked
package io.outrider.jobspec.diff;

import org.jspecify.annotations.NullMarked;
