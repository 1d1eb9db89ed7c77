package io.outrider.agent.store;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.store.Recovered;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Events about values of the kept state that were damaged and have been set aside. */
public final class DamageNotes {

    private DamageNotes() {}

    /** One event for each value. */
    public static List<Event> of(Recovered found, Instant now) {
        return found.quarantined().stream()
                .map(damaged -> new Event(
                        Event.Topic.AGENT,
                        "State Damaged",
                        now,
                        Subject.agent(),
                        OptionalLong.empty(),
                        new EventPayload.Note(
                                "a damaged value of the kept state was set aside: "
                                        + damaged.key().table() + " "
                                        + damaged.key().id() + " (" + damaged.reason()
                                        + ")",
                                Map.of())))
                .toList();
    }
}
