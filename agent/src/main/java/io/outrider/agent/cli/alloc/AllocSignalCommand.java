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

/** Signals tasks. */
@Command(name = "signal", description = "Send a signal to the tasks of an alloc, or to one of them.")
public final class AllocSignalCommand extends ApiCommand {

    @Mixin
    private AllocArguments which = new AllocArguments();

    @Option(
            names = {"-s", "--s"},
            paramLabel = "SIGNAL",
            description = "Name of the signal. Default: ${DEFAULT-VALUE}.")
    private String signal = "SIGKILL";

    @Option(
            names = {"-task", "--task"},
            paramLabel = "TASK",
            description = "The task, as well as by TASK.")
    private @Nullable String task;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TASK", description = "Only this task.")
    private @Nullable String named;

    @Override
    protected void run() {
        JsonNode alloc = which.find(api(), look(), times());
        api().put(
                        "/v1/client/allocation/" + Fields.text(alloc, "ID") + "/signal",
                        ApiQuery.none(),
                        Map.of("Signal", signal, "Task", task != null ? task : named != null ? named : ""));
    }
}
