package io.outrider.agent.cli.space;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about namespaces. */
@Command(
        name = "namespace",
        description = "Show, make, change and delete namespaces.",
        synopsisSubcommandLabel = "COMMAND")
public final class NamespaceCommand extends Group {}
