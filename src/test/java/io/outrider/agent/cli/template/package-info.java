/** Tests of the templates of commands. */
@NullMarked
package io.outrider.agent.cli.template;

import org.jspecify.annotations.NullMarked;
