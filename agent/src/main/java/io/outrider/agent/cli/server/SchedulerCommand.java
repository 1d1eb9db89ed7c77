package io.outrider.agent.cli.server;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about the scheduler. */
@Command(name = "scheduler", description = "Show how allocs are placed.", synopsisSubcommandLabel = "COMMAND")
public final class SchedulerCommand extends Group {}
