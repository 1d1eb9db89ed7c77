package io.outrider.agent.cli.output;

import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;

/** JSON as the reference's commands print it: four spaces, every element on a line of its own. */
public final class IndentedJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private IndentedJson() {}

    /** Without a line's end behind it. */
    public static String of(JsonNode json) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(new Context(), text)) {
            write(out, json);
        }
        return text.toString();
    }

    /** What lays it out. */
    public static PrettyPrinter printer() {
        DefaultIndenter lines = new DefaultIndenter("    ", "\n");
        return new DefaultPrettyPrinter(Separators.createDefaultInstance()
                        .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                        .withArrayEmptySeparator("")
                        .withObjectEmptySeparator(""))
                .withArrayIndenter(lines)
                .withObjectIndenter(lines);
    }

    /** By hand: data binding takes long to set up. */
    private static void write(JsonGenerator out, JsonNode json) {
        if (json.isObject()) {
            out.writeStartObject();
            json.properties().forEach(field -> {
                out.writeName(field.getKey());
                write(out, field.getValue());
            });
            out.writeEndObject();
        } else if (json.isArray()) {
            out.writeStartArray();
            json.forEach(element -> write(out, element));
            out.writeEndArray();
        } else if (json.isString()) {
            out.writeString(json.asString());
        } else if (json.isMissingNode()) {
            out.writeNull();
        } else {
            out.writeRawValue(json.asString("null"));
        }
    }

    private static final class Context extends ObjectWriteContext.Base {
        private final PrettyPrinter printer = printer();

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return printer;
        }
    }
}
