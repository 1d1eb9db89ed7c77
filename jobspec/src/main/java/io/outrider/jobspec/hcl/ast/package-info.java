/** The tree of an HCL text: bodies, blocks and expressions, each with its place. */
@NullMarked
package io.outrider.jobspec.hcl.ast;

import org.jspecify.annotations.NullMarked;
