/** Tests of whole job files. */
package io.outrider.jobspec;
