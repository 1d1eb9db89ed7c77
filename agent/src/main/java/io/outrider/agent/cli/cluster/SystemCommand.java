package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about the whole. */
@Command(name = "system", description = "Keep the whole tidy.", synopsisSubcommandLabel = "COMMAND")
public final class SystemCommand extends Group {}
