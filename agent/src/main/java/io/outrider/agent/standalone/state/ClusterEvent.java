package io.outrider.agent.standalone.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a change did, as the API's event stream tells it.
 *
 * @param topic {@code Job}, {@code Evaluation}, {@code Allocation}, {@code Node}, {@code NodePool} ...: also the key of
 *     the payload
 * @param type what was done, which is the same for everything that one change did
 * @param key ID of what it was done to
 * @param namespace empty where there is none
 * @param filterKeys further names that it is found by; null when there are none
 * @param index of the change
 * @param payload the object after the change: an alloc has no job in it
 */
public record ClusterEvent(
        String topic,
        String type,
        String key,
        String namespace,
        @Nullable List<String> filterKeys,
        long index,
        Object payload) {

    /** Everything that one change did. */
    public record Batch(long index, List<ClusterEvent> events) {
        public Batch {
            events = List.copyOf(events);
        }

        /** The same as the event stream tells it: a job that came or went is told before its evaluation. */
        public List<Batch> parts() {
            boolean ofJob = events.size() > 1
                    && events.get(0).topic().equals("Job")
                    && events.get(0).type().startsWith("Job");
            return ofJob
                    ? List.of(
                            new Batch(index, events.subList(0, 1)), new Batch(index, events.subList(1, events.size())))
                    : List.of(this);
        }
    }
}
