/** Tests over the recorded job files and language vectors beside the checkout. */
package io.outrider.jobspec.corpus;
