/** Tests of how commands lay out what they know. */
@NullMarked
package io.outrider.agent.cli.table;

import org.jspecify.annotations.NullMarked;
