/** Text to tokens. */
@NullMarked
package io.outrider.jobspec.hcl.lex;

import org.jspecify.annotations.NullMarked;
