package io.outrider.runners.hook;

import java.util.Map;

/**
 * An event that a hook reports of its task; the runner adds the time (behaviour section 4.8).
 *
 * @param type the event's type
 * @param message free text of the types that have one, else empty
 * @param displayMessage what people read
 * @param details facts by key
 */
public record HookEvent(String type, String message, String displayMessage, Map<String, String> details) {

    /** Type of the event of a hook that failed. */
    public static final String HOOK_FAILED = "Task hook failed";

    /** Type of the event of a hook that has something to say. */
    public static final String HOOK_MESSAGE = "Task hook message";

    public HookEvent {
        details = Map.copyOf(details);
    }

    /** An event whose text is its message and its only detail. */
    public static HookEvent ofMessage(String type, String message) {
        return new HookEvent(type, message, message, Map.of("message", message));
    }
}
