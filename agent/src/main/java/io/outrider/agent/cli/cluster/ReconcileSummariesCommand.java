package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import picocli.CommandLine.Command;

/** Counts the allocs of jobs again. */
@Command(name = "summaries", description = "Count the allocs of all jobs again.")
public final class ReconcileSummariesCommand extends ApiCommand {

    @Override
    protected void run() {
        api().put("/v1/system/reconcile/summaries", ApiQuery.none(), null);
    }
}
