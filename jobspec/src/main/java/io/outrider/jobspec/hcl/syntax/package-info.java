/** The native syntax of HCL: text to tokens to a tree with a place on every node. */
@NullMarked
package io.outrider.jobspec.hcl.syntax;

import org.jspecify.annotations.NullMarked;
