package io.outrider.agent.http.listen;

import io.outrider.state.model.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;

/** JSON as the reference writes it: compact, or with four spaces and a line end. */
final class JsonText {

    private static final DefaultIndenter FOUR = new DefaultIndenter("    ", "\n");
    private static final ObjectWriter PRETTY = Json.server()
            .with(new DefaultPrettyPrinter(Separators.createDefaultInstance()
                            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                            .withObjectEmptySeparator("")
                            .withArrayEmptySeparator(""))
                    .withObjectIndenter(FOUR)
                    .withArrayIndenter(FOUR));

    private JsonText() {}

    static byte[] compact(@Nullable Object value) {
        return Json.server().writeValueAsBytes(value);
    }

    static byte[] pretty(@Nullable Object value) {
        byte[] text = PRETTY.writeValueAsBytes(value);
        byte[] line = java.util.Arrays.copyOf(text, text.length + 1);
        line[text.length] = '\n';
        return line;
    }
}
