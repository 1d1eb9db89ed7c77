/** What a run looks like: lines with a prefix per task for people, one JSON object a line for programs. */
@NullMarked
package io.outrider.agent.cli.output;

import org.jspecify.annotations.NullMarked;
