/** Tests of regular expressions. */
package io.outrider.jobspec.regexp;
