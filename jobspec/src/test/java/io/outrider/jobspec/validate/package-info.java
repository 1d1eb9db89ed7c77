/** Tests of the checks of a whole job. */
package io.outrider.jobspec.validate;
