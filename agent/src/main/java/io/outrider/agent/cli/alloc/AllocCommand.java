package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about allocs. */
@Command(
        name = "alloc",
        description = "Look into allocs, their logs and files; restart, signal and stop them.",
        synopsisSubcommandLabel = "COMMAND")
public final class AllocCommand extends Group {}
