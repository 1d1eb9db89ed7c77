package io.outrider.agent;

import io.outrider.agent.job.JobKey;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.Subject;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which events a reader wants. Every part that is set must match; gaps and heartbeats come always.
 *
 * @param topics kinds of things; empty: all
 * @param job a job; one of the same ID in another namespace is another
 * @param alloc ID of an alloc
 * @param task name of a task
 */
public record EventFilter(Set<Event.Topic> topics, Optional<JobKey> job, Optional<String> alloc, Optional<String> task)
        implements Predicate<Event> {

    public EventFilter {
        topics = Set.copyOf(topics);
    }

    /** Everything. */
    public static EventFilter all() {
        return new EventFilter(Set.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** What concerns one job: the job itself, its allocs and their tasks. */
    public static EventFilter ofJob(JobKey job) {
        return new EventFilter(Set.of(), Optional.of(job), Optional.empty(), Optional.empty());
    }

    @Override
    public boolean test(Event event) {
        Subject subject = event.subject();
        return (topics.isEmpty() || topics.contains(event.topic()))
                && job.map(key -> isOf(key, subject)).orElse(true)
                && alloc.map(id -> id.equals(subject.alloc())).orElse(true)
                && task.map(name -> name.equals(subject.task())).orElse(true);
    }

    private static boolean isOf(JobKey job, Subject subject) {
        return job.id().equals(subject.job())
                && job.namespace().equals(Objects.requireNonNullElse(subject.namespace(), "default"));
    }
}
