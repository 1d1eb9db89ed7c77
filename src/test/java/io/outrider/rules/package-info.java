/** The house rules as tests: architecture, module graph, and proof that each gate of the build bites. */
package io.outrider.rules;
