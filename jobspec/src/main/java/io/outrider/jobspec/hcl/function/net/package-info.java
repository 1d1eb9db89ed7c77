/** Addresses and prefixes. */
@NullMarked
package io.outrider.jobspec.hcl.function.net;

import org.jspecify.annotations.NullMarked;
