/** What functions of templates do with values, which are texts, longs, doubles, booleans, lists, maps and null. */
@NullMarked
package io.outrider.agent.cli.template.function;

import org.jspecify.annotations.NullMarked;
