package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.run.UserException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Prints a variable. */
@Command(name = "get", description = "Print a variable, or one item of it.")
public final class VarGetCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-item", "--item"},
            paramLabel = "KEY",
            description = "Only the value of this item, as it is.")
    private @Nullable String item;

    @Option(
            names = {"-out", "--out"},
            paramLabel = "FORM",
            description = VariableText.FORMS + ". Default: table on a terminal, else json.")
    private @Nullable String out;

    @Parameters(paramLabel = "PATH", description = "The path of the variable.")
    private String path = "";

    @Override
    protected void run() {
        JsonNode variable = read();
        if (item != null) {
            if (!Fields.has(variable, "Items", item)) {
                throw new UserException("Variable does not contain \"" + item + "\" item");
            }
            terminal().out().print(Fields.text(variable, "Items", item));
            return;
        }
        if (format.isSet()) {
            format.print(terminal(), variable);
            return;
        }
        String form = out != null ? out : terminal().interactive() ? "table" : "json";
        print(new VariableText(variable, look(), times())
                .in(form)
                .orElseThrow(() -> wrong("-out cannot be \"" + form + "\" (expected: " + VariableText.FORMS + ")")));
    }

    private JsonNode read() {
        try {
            return api().get("/v1/var/" + Paths.encoded(path), ApiQuery.none()).body();
        } catch (ApiException e) {
            if (e.isNotFound()) {
                throw new UserException("Variable not found");
            }
            throw e;
        }
    }
}
