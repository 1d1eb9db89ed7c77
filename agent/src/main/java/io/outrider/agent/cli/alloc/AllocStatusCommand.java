package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.AllocList;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.ask.Found;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Tells all there is to know of an alloc. */
@Command(
        name = "status",
        description = "Show an alloc, its tasks and what happened to them.",
        footer = {"", "Without ALLOC, -json and -t print all allocs."})
public final class AllocStatusCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-short", "--short"},
            description = "Only the tasks and their last events.")
    private boolean brief;

    @Option(
            names = {"-stats", "--stats"},
            description = "What the tasks use, in detail.")
    private boolean stats;

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids, exact times, and why it was placed where it is.")
    private boolean verbose;

    @Parameters(arity = "0..1", paramLabel = "ALLOC", description = "The id, or its beginning.")
    private @Nullable String id;

    @Override
    protected void run() {
        if (id == null) {
            if (!format.isSet()) {
                throw wrong("alloc status needs the id of an alloc, or -json or -t for all of them");
            }
            format.print(
                    terminal(), api().get("/v1/allocations", ApiQuery.none()).body());
            return;
        }
        JsonNode alloc = Found.alloc(api(), id, all -> AllocList.text(all, verbose, look(), times()));
        if (format.isSet()) {
            format.print(terminal(), alloc);
            return;
        }
        AllocText text = new AllocText(alloc, verbose, look(), times());
        if (brief) {
            print(text.brief());
            return;
        }
        String client = "/v1/client/allocation/" + Fields.text(alloc, "ID");
        JsonNode checks = known(client + "/checks");
        JsonNode usage = known(client + "/stats");
        print(text.whole(checks, new TaskText(alloc, usage, stats, look(), times())));
    }

    /** What the node tells of it: nothing where it does not, or the alloc is gone. */
    private JsonNode known(String path) {
        try {
            return api().get(path, ApiQuery.none()).body();
        } catch (ApiException e) {
            return MissingNode.getInstance();
        }
    }
}
