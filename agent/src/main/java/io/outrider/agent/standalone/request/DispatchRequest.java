package io.outrider.agent.standalone.request;

import java.util.Map;
import java.util.Optional;

/**
 * A run of a parameterized job.
 *
 * @param payload base64 of the bytes; empty for none
 * @param meta what the run is given
 * @param idPrefix goes into the child's ID; may be empty
 * @param idempotencyToken a living child with the same one is answered in place of a new one
 */
public record DispatchRequest(
        String payload, Map<String, String> meta, String idPrefix, Optional<String> idempotencyToken) {
    public DispatchRequest {
        meta = Map.copyOf(meta);
    }
}
