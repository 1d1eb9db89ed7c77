package io.outrider.state.model.event;

import org.jspecify.annotations.Nullable;

/** Ids of what an event is about; those that do not apply are absent. */
public record Subject(
        @Nullable String namespace,
        @Nullable String job,
        @Nullable String group,
        @Nullable String alloc,
        @Nullable String task,
        @Nullable String node) {

    /** About the agent itself. */
    public static Subject agent() {
        return new Subject(null, null, null, null, null, null);
    }
}
