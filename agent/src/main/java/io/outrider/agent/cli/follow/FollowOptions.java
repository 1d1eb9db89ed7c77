package io.outrider.agent.cli.follow;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import picocli.CommandLine.Option;

/** Whether a command shows what becomes of what it began. */
public final class FollowOptions {

    @Option(
            names = {"-detach", "--detach"},
            description = "Do not wait for what becomes of it; print the id of the evaluation.")
    private boolean detach;

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids.")
    private boolean verbose;

    /** Whether it does not. */
    public boolean isDetached() {
        return detach;
    }

    /** Follows the evaluation, or prints its id. What there is none of, such as of a periodic job, prints nothing. */
    public int evaluation(ApiClient api, String namespace, Terminal terminal, String eval) {
        if (eval.isEmpty()) {
            return ExitCodes.OK;
        }
        if (detach) {
            terminal.out().println(eval);
            return ExitCodes.OK;
        }
        return new Follow(api, namespace, terminal, verbose).evaluation(eval);
    }
}
