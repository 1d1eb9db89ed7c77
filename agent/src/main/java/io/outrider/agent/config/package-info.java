/** The agent's config files: HCL and JSON with the reference's names, merged in their order, checked as a whole. */
@NullMarked
package io.outrider.agent.config;

import org.jspecify.annotations.NullMarked;
