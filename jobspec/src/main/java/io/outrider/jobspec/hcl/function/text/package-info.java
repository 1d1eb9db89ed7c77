/** Functions of text, format verbs and regular expressions. */
@NullMarked
package io.outrider.jobspec.hcl.function.text;

import org.jspecify.annotations.NullMarked;
