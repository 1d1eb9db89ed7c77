package io.outrider.agent.standalone.request;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A change of a group's count, or a note about it.
 *
 * @param group the group; empty: the request names none
 * @param count empty for a note
 * @param message for people; may be empty
 * @param error whether the note is about a failure
 * @param meta facts for an autoscaler; empty: none were given
 */
public record ScaleRequest(
        String group, OptionalLong count, String message, boolean error, Optional<Map<String, Object>> meta) {
    public ScaleRequest {
        meta = meta.map(LinkedHashMap::new);
    }
}
