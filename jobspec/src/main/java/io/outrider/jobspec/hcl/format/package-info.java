/** The canonical layout of a file: its tokens and comments stay as they are, only what stands between them changes. */
@NullMarked
package io.outrider.jobspec.hcl.format;

import org.jspecify.annotations.NullMarked;
