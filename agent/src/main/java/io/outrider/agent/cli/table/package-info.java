/** How commands lay out what they know for people: tables, names with values, times, sizes and ids. */
@NullMarked
package io.outrider.agent.cli.table;

import org.jspecify.annotations.NullMarked;
