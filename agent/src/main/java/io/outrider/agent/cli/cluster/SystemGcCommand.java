package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import picocli.CommandLine.Command;

/** Forgets what has ended. */
@Command(name = "gc", description = "Forget jobs, evaluations and allocs that have ended.")
public final class SystemGcCommand extends ApiCommand {

    @Override
    protected void run() {
        api().put("/v1/system/gc", ApiQuery.none(), null);
    }
}
