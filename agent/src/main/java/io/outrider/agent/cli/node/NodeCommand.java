package io.outrider.agent.cli.node;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about nodes. */
@Command(
        name = "node",
        description = "Show nodes and what they run; say whether they take more.",
        synopsisSubcommandLabel = "COMMAND")
public final class NodeCommand extends Group {}
