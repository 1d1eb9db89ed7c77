package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.output.IndentedJson;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.template.Template;
import io.outrider.agent.cli.template.TemplateException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The forms for programs that answers can be printed in. */
public final class FormatOptions {

    @Option(
            names = {"-json", "--json"},
            description = "Print the JSON of the API.")
    private boolean json;

    @Option(
            names = {"-t", "--t"},
            paramLabel = "TEMPLATE",
            description = "Print what this Go template makes of the JSON.")
    private @Nullable String template;

    /** Whether one was asked for. */
    public boolean isSet() {
        return json || template != null;
    }

    /** Prints the JSON as it was asked for. */
    public void print(Terminal terminal, JsonNode answer) {
        if (json && template != null) {
            throw new UserException("Both json and template formatting are not allowed");
        }
        if (template == null) {
            terminal.out().println(IndentedJson.of(answer));
            return;
        }
        try {
            terminal.out().println(Template.of("-t", template).render(answer));
        } catch (TemplateException e) {
            throw new UserException(String.valueOf(e.getMessage()));
        }
    }
}
