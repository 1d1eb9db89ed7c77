package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.run.UserException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes a variable. */
@Command(name = "purge", description = "Remove a variable for good.")
public final class VarPurgeCommand extends ApiCommand {

    private static final int CONFLICT = 409;

    @Option(
            names = {"-check-index", "--check-index"},
            paramLabel = "INDEX",
            description = "Only if the variable has this index still.")
    private @Nullable Long checkIndex;

    @Parameters(paramLabel = "PATH", description = "The path of the variable.")
    private String path = "";

    @Override
    protected void run() {
        ApiQuery query = checkIndex == null ? ApiQuery.none() : ApiQuery.of("cas", checkIndex);
        try {
            api().delete("/v1/var/" + Paths.encoded(path), query);
        } catch (ApiException e) {
            if (e.status() == CONFLICT) {
                throw new UserException(
                        "the variable has changed since index " + checkIndex + ": see outrider var get " + path);
            }
            throw e;
        }
        print("Successfully purged variable \"" + path + "\"!");
    }
}
