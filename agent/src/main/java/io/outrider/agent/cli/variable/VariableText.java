package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.output.IndentedJson;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Times;
import io.outrider.state.model.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A variable in the forms that it can be printed in. */
record VariableText(JsonNode variable, Look look, Times times) {

    static final String FORMS = "table, json, hcl, none";

    /** The form of that name, if there is one. */
    Optional<String> in(String form) {
        return switch (form) {
            case "json" -> Optional.of(IndentedJson.of(variable));
            case "hcl" -> Optional.of(hcl());
            case "table" -> Optional.of(table());
            case "none" -> Optional.of("");
            default -> Optional.empty();
        };
    }

    private String table() {
        KeyValues items = new KeyValues();
        Fields.map(variable, "Items").forEach((name, value) -> items.add(name, value.asString("")));
        return new KeyValues()
                        .add("Namespace", Fields.text(variable, "Namespace"))
                        .add("Path", Fields.text(variable, "Path"))
                        .add("Create Time", times.at(Fields.nanos(variable, "CreateTime")))
                        .add("Check Index", Fields.number(variable, "ModifyIndex"))
                        .text(look)
                + "\n\n" + look.heading("Items") + "\n" + items.text(look);
    }

    /** What {@code var put} takes. */
    private String hcl() {
        StringBuilder out = new StringBuilder();
        out.append("namespace = ").append(quoted(Fields.text(variable, "Namespace")));
        out.append("\npath      = ").append(quoted(Fields.text(variable, "Path")));
        out.append("\n\nitems = {");
        Fields.map(variable, "Items")
                .forEach((name, value) ->
                        out.append("\n  ").append(quoted(name)).append(" = ").append(quoted(value.asString(""))));
        return out.append("\n}").toString();
    }

    /** HCL's quotes are JSON's, but for what would be a template. */
    private static String quoted(String text) {
        return Json.treeOf(text).toString().replace("${", "$${").replace("%{", "%%{");
    }
}
