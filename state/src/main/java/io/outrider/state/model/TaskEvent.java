package io.outrider.state.model;

import java.util.Map;

/**
 * One line of a task's history (behaviour section 4.8). The reference's older typed fields are derived from
 * {@code details} where the API JSON is written.
 *
 * @param type the event's type
 * @param time nanoseconds since 1970
 * @param message free text of some types, else empty
 * @param displayMessage what people read
 * @param details facts by key, all as text
 */
public record TaskEvent(String type, long time, String message, String displayMessage, Map<String, String> details) {
    public TaskEvent {
        details = Map.copyOf(details);
    }
}
