package io.outrider.agent.cli.server;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands for those who run agents. */
@Command(name = "operator", description = "For those who run agents.", synopsisSubcommandLabel = "COMMAND")
public final class OperatorCommand extends Group {}
