package io.outrider.state.store;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** Events for tests. */
public final class Events {
    private Events() {}

    /** A note with a text. */
    public static Event note(String text) {
        return new Event(
                Event.Topic.AGENT,
                "Note",
                Instant.parse("2026-11-30T09:00:00.000000001Z"),
                Subject.agent(),
                OptionalLong.empty(),
                new EventPayload.Note(text, Map.of("text", text)));
    }

    /** The text of a note. */
    public static String text(Event event) {
        return ((EventPayload.Note) event.payload()).message();
    }
}
