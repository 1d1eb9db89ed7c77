package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.SpecFile;
import io.outrider.agent.cli.run.UserException;
import io.outrider.state.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Writes a variable. */
@Command(
        name = "put",
        description = {
            "Write a variable: items by name, or as a file in HCL or JSON says (path, namespace, items { }).",
            "",
            "Without -force or -check-index only a new variable is written, and a file that has the index of a known"
                    + " one.",
            ""
        })
public final class VarPutCommand extends ApiCommand {

    private static final int CONFLICT = 409;

    private static final Map<String, String> NAMES = Map.of(
            "namespace", "Namespace",
            "path", "Path",
            "items", "Items",
            "create_index", "CreateIndex",
            "modify_index", "ModifyIndex",
            "create_time", "CreateTime",
            "modify_time", "ModifyTime");

    @Option(
            names = {"-check-index", "--check-index"},
            paramLabel = "INDEX",
            description = "Only if the variable has this index still; 0: only if it is new.")
    private @Nullable Long checkIndex;

    @Option(
            names = {"-force", "--force"},
            description = "Whatever is there.")
    private boolean force;

    @Option(
            names = {"-in", "--in"},
            paramLabel = "FORM",
            description = "What the file is: hcl or json. Default: by its name.")
    private String in = "";

    @Option(
            names = {"-out", "--out"},
            paramLabel = "FORM",
            description = VariableText.FORMS + ". Default: none on a terminal, else json.")
    private @Nullable String out;

    @Parameters(
            arity = "1..*",
            paramLabel = "[FILE] [PATH] KEY=VALUE",
            description = "Where it is kept, and its items. @FILE as VALUE reads a file.")
    private List<String> arguments = new ArrayList<>();

    @Override
    protected void run() {
        Map<String, @Nullable Object> variable = asked();
        String path = String.valueOf(variable.getOrDefault("Path", ""));
        if (path.isEmpty()) {
            throw wrong("var put needs the path of the variable");
        }
        Object index = checkIndex != null ? checkIndex : variable.getOrDefault("ModifyIndex", 0L);
        ApiQuery query = ApiQuery.none().andIf(!force, "cas", String.valueOf(index));
        Object namespace = variable.get("Namespace");
        query = query.andIf(namespace != null, "namespace", String.valueOf(namespace));
        JsonNode written = write("/v1/var/" + Paths.encoded(path), query, variable);
        String form = out != null ? out : terminal().interactive() ? "none" : "json";
        String shown = new VariableText(written, look(), times())
                .in(form)
                .orElseThrow(() -> wrong("-out cannot be \"" + form + "\" (expected: " + VariableText.FORMS + ")"));
        if (!shown.isEmpty()) {
            print(shown);
        }
    }

    private JsonNode write(String path, ApiQuery query, Map<String, @Nullable Object> variable) {
        try {
            return api().put(path, query, variable).body();
        } catch (ApiException e) {
            if (e.status() == CONFLICT) {
                throw new UserException(conflict(e.text()));
            }
            throw e;
        }
    }

    private String conflict(String text) {
        try {
            JsonNode current = Json.tree(text);
            long index = Fields.number(current, "ModifyIndex");
            String given = checkIndex == null ? "0" : checkIndex.toString();
            return "Check-and-Set conflict\n\n    Your provided check-index (" + given
                    + ") does not match the server-side index (" + index + "). The\n    server-side item was last"
                    + " updated on " + times().at(Fields.nanos(current, "ModifyTime")) + ". If you are sure you\n"
                    + "    want to perform this operation, add the -force or -check-index=" + index
                    + " flag before\n    the positional arguments.\n";
        } catch (JacksonException e) {
            return text;
        }
    }

    private Map<String, @Nullable Object> asked() {
        List<String> rest = new ArrayList<>(arguments);
        Map<String, @Nullable Object> variable = new LinkedHashMap<>();
        if (SpecFile.isFile(rest.get(0).replaceFirst("^@", "")) && !rest.get(0).contains("=")) {
            String file = rest.remove(0).replaceFirst("^@", "");
            variable.putAll(new SpecFile(file, in.equals("json")).read(NAMES));
        }
        if (!rest.isEmpty() && !rest.get(0).contains("=")) {
            variable.put("Path", rest.remove(0));
        }
        Map<String, Object> items = new LinkedHashMap<>();
        if (variable.get("Items") instanceof JsonNode known) {
            Fields.map(known).forEach(items::put);
        } else if (variable.get("Items") instanceof Map<?, ?> known) {
            known.forEach((key, value) -> items.put(String.valueOf(key), String.valueOf(value)));
        }
        for (String pair : rest) {
            String[] parts = pair.split("=", 2);
            if (parts.length != 2) {
                throw wrong("an item is KEY=VALUE, not \"" + pair + "\"");
            }
            items.put(parts[0], parts[1].startsWith("@") ? content(parts[1].substring(1)) : parts[1]);
        }
        variable.put("Items", items);
        return variable;
    }

    private static String content(String file) {
        return new String(
                new io.outrider.agent.cli.input.TextInput(file).bytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
