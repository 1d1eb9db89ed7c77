package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about variables. */
@Command(name = "var", description = "Read and write variables.", synopsisSubcommandLabel = "COMMAND")
public final class VarCommand extends Group {}
