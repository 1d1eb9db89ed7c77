package io.outrider.agent.cli.node.pool;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about node pools. */
@Command(name = "pool", description = "Show the pools of nodes.", synopsisSubcommandLabel = "COMMAND")
public final class NodePoolCommand extends Group {}
