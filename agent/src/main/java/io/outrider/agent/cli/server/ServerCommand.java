package io.outrider.agent.cli.server;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about servers. */
@Command(name = "server", description = "Show the servers.", synopsisSubcommandLabel = "COMMAND")
public final class ServerCommand extends Group {}
