package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.run.UserException;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;

/** What a file or a log has and gets, as it comes: frames with bytes, and empty ones that show that all is well. */
final class Frames {

    private static final String DELETED = "deleted";

    private final ApiClient api;
    private final PrintStream to;
    private final PrintStream notes;

    /** @param notes takes what happens to the file itself */
    Frames(ApiClient api, PrintStream to, PrintStream notes) {
        this.api = api;
        this.to = to;
        this.notes = notes;
    }

    /** Writes until the agent ends it, the file goes away, or nobody reads any more. */
    void copy(String path, ApiQuery query) {
        try (InputStream in = api.stream(path, query);
                MappingIterator<JsonNode> frames =
                        Json.mapper().readerFor(JsonNode.class).readValues(in)) {
            while (frames.hasNext()) {
                if (!shown(frames.next())) {
                    return;
                }
            }
        } catch (IOException | JacksonException e) {
            throw new UserException("the agent at " + api.address() + " is gone: the rest is not shown");
        }
    }

    private boolean shown(JsonNode frame) {
        to.writeBytes(Base64.getDecoder().decode(Fields.text(frame, "Data")));
        String event = Fields.text(frame, "FileEvent");
        if (!event.isEmpty()) {
            notes.println("outrider: " + event + ": " + Fields.text(frame, "File"));
            notes.flush();
        }
        return !to.checkError() && !event.contains(DELETED);
    }
}
