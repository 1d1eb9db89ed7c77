/** Tests of the restart policy. */
package io.outrider.runners.restart;
