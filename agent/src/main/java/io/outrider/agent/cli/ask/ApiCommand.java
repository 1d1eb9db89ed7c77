package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiOptions;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Times;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that asks an agent. */
public abstract class ApiCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private @Nullable Shown shown;

    @Mixin
    private ApiOptions options = new ApiOptions();

    private @Nullable ApiClient client;

    private @Nullable Look look;

    private int code = ExitCodes.OK;

    /** Does it. Whatever a user can cause is an exception with a message for people. */
    protected abstract void run();

    @Override
    public final Integer call() {
        run();
        return code;
    }

    /** What the command ends with, though nothing went wrong with it itself. The highest of several counts. */
    protected final void exitWith(int wanted) {
        code = Math.max(code, wanted);
    }

    /** The agent that is asked. */
    protected final ApiClient api() {
        ApiClient known = client == null ? options.client(terminal()) : client;
        client = known;
        return known;
    }

    /** Where the command writes to. */
    protected final Terminal terminal() {
        return Objects.requireNonNull(shown, "shown").terminal();
    }

    /** How its tables look. */
    protected final Look look() {
        Look known = look == null ? Look.of(terminal()) : look;
        look = known;
        return known;
    }

    /** How its times look. */
    protected final Times times() {
        return new Times(Clock.systemUTC().instant(), ZoneId.systemDefault());
    }

    /** Prints lines for people. */
    protected final void print(String text) {
        terminal().out().println(text);
    }

    /** Prints lines below a heading, with a free line above. */
    protected final void section(String heading, String text) {
        print("");
        print(look().heading(heading));
        print(text);
    }

    /** What the command line itself has wrong. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
