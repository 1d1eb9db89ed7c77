package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Restarts tasks where they are. */
@Command(name = "restart", description = "Restart the running tasks of an alloc, or one of them, where they are.")
public final class AllocRestartCommand extends ApiCommand {

    @Mixin
    private AllocArguments which = new AllocArguments();

    @Option(
            names = {"-all-tasks", "--all-tasks"},
            description = "All tasks, those that have ended too.")
    private boolean all;

    @Option(
            names = {"-task", "--task"},
            paramLabel = "TASK",
            description = "The task, as well as by TASK.")
    private @Nullable String task;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TASK", description = "Only this task.")
    private @Nullable String named;

    @Override
    protected void run() {
        String one = task != null ? task : named != null ? named : "";
        if (all && !one.isEmpty()) {
            throw wrong("The -all-tasks option is not allowed when restarting a specific task.");
        }
        JsonNode alloc = which.find(api(), look(), times());
        api().put(
                        "/v1/client/allocation/" + Fields.text(alloc, "ID") + "/restart",
                        ApiQuery.none(),
                        Map.of("TaskName", one, "AllTasks", all));
    }
}
