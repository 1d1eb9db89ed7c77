/** Tests of defaults against the corpus. */
package io.outrider.state.model.job;
