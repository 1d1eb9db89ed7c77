package io.outrider.agent.cli.server;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.table.KeyValues;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Shows how the scheduler is set. */
@Command(name = "get-config", description = "Show how the scheduler is set.")
public final class SchedulerGetConfigCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Override
    protected void run() {
        JsonNode answer = api().get("/v1/operator/scheduler/configuration", ApiQuery.none())
                .body();
        if (format.isSet()) {
            format.print(terminal(), answer);
            return;
        }
        JsonNode config = answer.path("SchedulerConfig");
        JsonNode preemption = config.path("PreemptionConfig");
        print(new KeyValues()
                .add("Scheduler Algorithm", Fields.text(config, "SchedulerAlgorithm"))
                .add("Memory Oversubscription", Fields.is(config, "MemoryOversubscriptionEnabled"))
                .add("Reject Job Registration", Fields.is(config, "RejectJobRegistration"))
                .add("Pause Eval Broker", Fields.is(config, "PauseEvalBroker"))
                .add("Preemption System Scheduler", Fields.is(preemption, "SystemSchedulerEnabled"))
                .add("Preemption Service Scheduler", Fields.is(preemption, "ServiceSchedulerEnabled"))
                .add("Preemption Batch Scheduler", Fields.is(preemption, "BatchSchedulerEnabled"))
                .add("Preemption SysBatch Scheduler", Fields.is(preemption, "SysBatchSchedulerEnabled"))
                .add("Modify Index", Fields.number(config, "ModifyIndex"))
                .text(look()));
    }
}
