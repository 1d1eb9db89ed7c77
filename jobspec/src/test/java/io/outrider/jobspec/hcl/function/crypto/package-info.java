/** Tests of hashes against published vectors. */
package io.outrider.jobspec.hcl.function.crypto;
