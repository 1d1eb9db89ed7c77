package io.outrider.state.model;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;
import java.util.Objects;

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
@JsonAutoDetect(getterVisibility = JsonAutoDetect.Visibility.NONE)
public record TaskEvent(
        @JsonProperty("Type") String type,
        @JsonProperty("Time") long time,
        @JsonProperty("Message") String message,
        @JsonProperty("DisplayMessage") String displayMessage,
        @JsonProperty("Details") Map<String, String> details) {
    public TaskEvent {
        type = Immutable.text(type);
        message = Immutable.text(message);
        displayMessage = Immutable.text(displayMessage);
        details = Objects.requireNonNullElse(Immutable.map(details), Map.of());
    }

    @JsonUnwrapped
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    OlderFields olderFields() {
        return OlderFields.of(type, details);
    }
}
