/** Digests, password hashes, decryption and identifiers. */
@NullMarked
package io.outrider.jobspec.hcl.function.crypto;

import org.jspecify.annotations.NullMarked;
