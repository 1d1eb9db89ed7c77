/** Tests of the commands about job files. */
@org.jspecify.annotations.NullMarked
package io.outrider.agent.cli.job;
