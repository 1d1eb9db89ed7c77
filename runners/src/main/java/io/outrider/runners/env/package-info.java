/** The environment of a task, and what is put in place of {@code ${...}}: pure functions (behaviour 4.4 and 4.5). */
@NullMarked
package io.outrider.runners.env;

import org.jspecify.annotations.NullMarked;
