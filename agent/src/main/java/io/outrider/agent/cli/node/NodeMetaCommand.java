package io.outrider.agent.cli.node;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about the metadata of a node. */
@Command(
        name = "meta",
        description = "Read and change the metadata of a node while it runs.",
        synopsisSubcommandLabel = "COMMAND")
public final class NodeMetaCommand extends Group {}
