package io.outrider.agent.standalone.line;

import io.outrider.agent.standalone.state.Change;
import io.outrider.agent.standalone.state.ClusterEvent;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.model.job.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What the agent's own events tell of changes: jobs and evaluations. Of allocs the runners tell. */
final class Told {

    private Told() {}

    static List<Event> of(List<Change> changes, Instant now) {
        List<Event> events = new ArrayList<>();
        for (Change change : changes) {
            for (ClusterEvent event : change.events().events()) {
                if (event.payload() instanceof Job job) {
                    events.add(event(event, now, job));
                } else if (event.payload() instanceof Evaluation eval) {
                    events.add(event(event, now, eval));
                }
            }
        }
        return events;
    }

    private static Event event(ClusterEvent event, Instant now, Job job) {
        String status = Immutable.text(job.status());
        return new Event(
                Event.Topic.JOB,
                event.type(),
                now,
                new Subject(event.namespace(), job.id(), null, null, null, null),
                OptionalLong.of(event.index()),
                new EventPayload.Note(
                        "job " + job.id() + " is " + status,
                        Map.of("status", status, "version", String.valueOf(job.version()))));
    }

    private static Event event(ClusterEvent event, Instant now, Evaluation eval) {
        String status = Immutable.text(eval.status());
        return new Event(
                Event.Topic.EVAL,
                event.type(),
                now,
                new Subject(event.namespace(), eval.jobId(), null, null, null, eval.nodeId()),
                OptionalLong.of(event.index()),
                new EventPayload.Note(
                        "evaluation " + eval.id() + " is " + status,
                        Map.of("id", eval.id(), "status", status, "triggeredBy", Immutable.text(eval.triggeredBy()))));
    }
}
