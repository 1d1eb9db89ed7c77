package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands that count again. */
@Command(name = "reconcile", description = "Count again.", synopsisSubcommandLabel = "COMMAND")
public final class ReconcileCommand extends Group {}
