package io.outrider.state.model.event;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * One thing that happened, as every reader gets it.
 *
 * @param topic what kind of thing it happened to
 * @param type what happened, in the field's own word: the task event's type, {@code ClientStatus} ...
 * @param time when it happened
 * @param subject the ids of what it happened to
 * @param index the modify index that caused it, when one did
 * @param payload the facts, by topic
 */
public record Event(Topic topic, String type, Instant time, Subject subject, OptionalLong index, EventPayload payload) {

    /** Topics of the event stream. */
    public enum Topic {
        JOB,
        EVAL,
        ALLOC,
        TASK,
        NODE,
        SERVICE,
        AGENT
    }
}
