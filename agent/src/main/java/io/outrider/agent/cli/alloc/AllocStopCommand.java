package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.EvalWait;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Stops an alloc; its job gets another. */
@Command(
        name = "stop",
        description = "Stop an alloc and place another instead.",
        footer = {"", "To stop all allocs of a job for good: outrider job stop."})
public final class AllocStopCommand extends ApiCommand {

    @Mixin
    private AllocArguments which = new AllocArguments();

    @Option(
            names = {"-detach", "--detach"},
            description = "Do not wait until it is decided what comes instead.")
    private boolean detach;

    @Option(
            names = {"-no-shutdown-delay", "--no-shutdown-delay"},
            description = "Stop at once, whatever shutdown_delay says.")
    private boolean hurry;

    @Override
    protected void run() {
        JsonNode alloc = which.find(api(), look(), times());
        String path = "/v1/allocation/" + Fields.text(alloc, "ID") + "/stop";
        ApiQuery query =
                ApiQuery.of("namespace", Fields.text(alloc, "Namespace")).andIf(hurry, "no_shutdown_delay", true);
        String eval = Fields.text(api().put(path, query, null).body(), "EvalID");
        if (detach || eval.isEmpty()) {
            print(eval);
            return;
        }
        print("==> Evaluation \"" + Amounts.id(eval, which.isVerbose()) + "\" decides what comes instead");
        EvalWait wait = new EvalWait(api(), Fields.text(alloc, "Namespace"));
        String status = Fields.text(wait.end(eval, wait.now(eval)), "Status");
        for (JsonNode placed : Fields.list(wait.placed(eval).body())) {
            if (Fields.text(placed, "DesiredStatus").equals("run")) {
                print("    Allocation \"" + Amounts.id(Fields.text(placed, "ID"), which.isVerbose())
                        + "\" created: node \"" + Amounts.shortId(Fields.text(placed, "NodeID")) + "\", group \""
                        + Fields.text(placed, "TaskGroup") + "\"");
            }
        }
        print("==> Evaluation finished with status \"" + status + "\"");
        if (status.equals("failed")) {
            throw new UserException("the evaluation has failed: see outrider eval status " + eval);
        }
    }
}
