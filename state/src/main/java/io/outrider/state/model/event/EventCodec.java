package io.outrider.state.model.event;

import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.event.Event.Topic;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * Events as JSON, one object each: {@code topic} in lower case, {@code type}, {@code time} (RFC 3339 with nanoseconds),
 * {@code subject} with the ids that apply, {@code index} when there is one, and {@code payload}, whose only key names
 * its kind. Thread-safe. The journal keeps these bytes and readers get them, so a change must still read older ones.
 */
public final class EventCodec {
    private static final String TASK = "task";
    private static final String ALLOC = "alloc";
    private static final String NOTE = "note";

    private EventCodec() {}

    /** UTF-8 without line breaks. */
    public static byte[] encode(Event event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = Json.generator(bytes)) {
            out.writeStartObject();
            out.writeStringProperty("topic", name(event.topic()));
            out.writeStringProperty("type", event.type());
            out.writeStringProperty("time", event.time().toString());
            writeSubject(out, event.subject());
            if (event.index().isPresent()) {
                out.writeNumberProperty("index", event.index().getAsLong());
            }
            out.writeObjectPropertyStart("payload");
            writePayload(out, event.payload());
            out.writeEndObject();
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Reads what {@link #encode} wrote; throws {@link IllegalArgumentException} that shows what was not understood. */
    public static Event decode(byte[] json) {
        JsonNode event = Json.tree(json);
        JsonNode index = event.path("index");
        return new Event(
                topic(text(event, "topic")),
                text(event, "type"),
                Instant.parse(text(event, "time")),
                subject(event.path("subject")),
                index.isIntegralNumber() ? OptionalLong.of(index.longValue()) : OptionalLong.empty(),
                payload(event.path("payload")));
    }

    /** A topic as it is written: {@code task}, {@code alloc} ... */
    public static String name(Topic topic) {
        return topic.name().toLowerCase(Locale.ROOT);
    }

    /** The topic of a written name, in any case; throws {@link IllegalArgumentException} that lists the topics. */
    public static Topic topic(String name) {
        for (Topic topic : Topic.values()) {
            if (name(topic).equals(name.toLowerCase(Locale.ROOT))) {
                return topic;
            }
        }
        throw new IllegalArgumentException(
                "topic \"" + name + "\" (expected: job, eval, alloc, task, node, service or agent)");
    }

    private static void writeSubject(JsonGenerator out, Subject subject) {
        out.writeObjectPropertyStart("subject");
        writeId(out, "namespace", subject.namespace());
        writeId(out, "job", subject.job());
        writeId(out, "group", subject.group());
        writeId(out, ALLOC, subject.alloc());
        writeId(out, TASK, subject.task());
        writeId(out, "node", subject.node());
        out.writeEndObject();
    }

    private static void writeId(JsonGenerator out, String name, @Nullable String id) {
        if (id != null) {
            out.writeStringProperty(name, id);
        }
    }

    private static void writePayload(JsonGenerator out, EventPayload payload) {
        if (payload instanceof EventPayload.OfTask task) {
            writeTask(out, task);
        } else if (payload instanceof EventPayload.OfAlloc alloc) {
            out.writeObjectPropertyStart(ALLOC);
            out.writeStringProperty("clientStatus", alloc.clientStatus());
            out.writeStringProperty("clientDescription", alloc.clientDescription());
            out.writeStringProperty("desiredStatus", alloc.desiredStatus());
            out.writeEndObject();
        } else if (payload instanceof EventPayload.Note note) {
            out.writeObjectPropertyStart(NOTE);
            out.writeStringProperty("message", note.message());
            writeDetails(out, note.details());
            out.writeEndObject();
        } else {
            throw new IllegalArgumentException("payload without a written form: " + payload.getClass());
        }
    }

    private static void writeTask(JsonGenerator out, EventPayload.OfTask task) {
        TaskEvent event = task.event();
        out.writeObjectPropertyStart(TASK);
        out.writeStringProperty("type", event.type());
        out.writeNumberProperty("time", event.time());
        out.writeStringProperty("message", event.message());
        out.writeStringProperty("displayMessage", event.displayMessage());
        writeDetails(out, event.details());
        out.writeStringProperty("state", task.state());
        out.writeBooleanProperty("failed", task.failed());
        out.writeNumberProperty("restarts", task.restarts());
        out.writeEndObject();
    }

    private static void writeDetails(JsonGenerator out, Map<String, String> details) {
        out.writeObjectPropertyStart("details");
        details.forEach(out::writeStringProperty);
        out.writeEndObject();
    }

    private static Subject subject(JsonNode subject) {
        return new Subject(
                id(subject, "namespace"),
                id(subject, "job"),
                id(subject, "group"),
                id(subject, ALLOC),
                id(subject, TASK),
                id(subject, "node"));
    }

    private static EventPayload payload(JsonNode payload) {
        if (payload.has(TASK)) {
            JsonNode task = payload.path(TASK);
            TaskEvent event = new TaskEvent(
                    text(task, "type"),
                    task.path("time").longValue(),
                    text(task, "message"),
                    text(task, "displayMessage"),
                    details(task));
            return new EventPayload.OfTask(
                    event,
                    text(task, "state"),
                    task.path("failed").booleanValue(),
                    task.path("restarts").longValue());
        }
        if (payload.has(ALLOC)) {
            JsonNode alloc = payload.path(ALLOC);
            return new EventPayload.OfAlloc(
                    text(alloc, "clientStatus"), text(alloc, "clientDescription"), text(alloc, "desiredStatus"));
        }
        if (payload.has(NOTE)) {
            return new EventPayload.Note(text(payload.path(NOTE), "message"), details(payload.path(NOTE)));
        }
        throw new IllegalArgumentException("payload of unknown kind: " + payload);
    }

    private static Map<String, String> details(JsonNode parent) {
        Map<String, String> details = new LinkedHashMap<>();
        parent.path("details").forEachEntry((key, value) -> details.put(key, value.asString()));
        return details;
    }

    private static @Nullable String id(JsonNode parent, String name) {
        return parent.has(name) ? text(parent, name) : null;
    }

    private static String text(JsonNode parent, String name) {
        JsonNode value = parent.path(name);
        if (!value.isString()) {
            throw new IllegalArgumentException("event without text in \"" + name + "\": " + parent);
        }
        return value.stringValue();
    }
}
