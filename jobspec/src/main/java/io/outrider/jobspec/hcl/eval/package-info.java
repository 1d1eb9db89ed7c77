/** Expressions and bodies to values: scopes, operators, templates, dynamic blocks. */
@NullMarked
package io.outrider.jobspec.hcl.eval;

import org.jspecify.annotations.NullMarked;
