package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.ask.Group;
import picocli.CommandLine.Command;

/** Commands about deployments. */
@Command(
        name = "deployment",
        description = "Show how changes of jobs are rolled out.",
        synopsisSubcommandLabel = "COMMAND")
public final class DeploymentCommand extends Group {}
