package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.output.IndentedJson;
import io.outrider.agent.cli.table.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists variables. */
@Command(name = "list", description = "List variables, without their values.")
public final class VarListCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-out", "--out"},
            paramLabel = "FORM",
            description = "table, terse or json. Default: table on a terminal, else json.")
    private @Nullable String out;

    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "Only those whose path begins so.")
    private String prefix = "";

    @Override
    protected void run() {
        JsonNode variables = api().get("/v1/vars", ApiQuery.none().andIf(!prefix.isEmpty(), "prefix", prefix))
                .body();
        String form = out != null ? out : terminal().interactive() ? "table" : "json";
        if (format.isSet()) {
            format.print(terminal(), variables);
        } else if (form.equals("json")) {
            print(IndentedJson.of(variables));
        } else if (form.equals("terse")) {
            Fields.list(variables).forEach(one -> print(Fields.text(one, "Path")));
        } else if (form.equals("table")) {
            table(variables);
        } else {
            throw wrong("-out cannot be \"" + form + "\" (expected: table, terse, json)");
        }
    }

    private void table(JsonNode variables) {
        Table table = Table.of("Namespace", "Path", "Last Updated").keeping(2);
        Fields.list(variables)
                .forEach(one -> table.row(
                        Fields.text(one, "Namespace"),
                        Fields.text(one, "Path"),
                        times().at(Fields.nanos(one, "ModifyTime"))));
        print(table.isEmpty() ? "No variables found" : table.text(look()));
    }
}
