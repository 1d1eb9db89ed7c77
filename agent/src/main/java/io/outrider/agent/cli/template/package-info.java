/**
 * Go's text templates, as people use them to pick what they want from JSON: fields, conditions, loops, variables,
 * pipelines, comparisons and formatted text. Not here: methods, and functions as values.
 */
@NullMarked
package io.outrider.agent.cli.template;

import org.jspecify.annotations.NullMarked;
