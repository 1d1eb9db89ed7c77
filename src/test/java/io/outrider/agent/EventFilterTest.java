package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.job.JobKey;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EventFilterTest {

    @Test
    void jobOfTheSameNameInAnotherNamespaceIsAnother() {
        EventFilter filter = EventFilter.ofJob(new JobKey("default", "web"));
        assertThat(filter).accepts(of("default", "web"), of(null, "web"));
        assertThat(filter).rejects(of("blue", "web"), of("default", "db"), of(null, null));
        assertThat(EventFilter.ofJob(new JobKey("blue", "web")))
                .accepts(of("blue", "web"))
                .rejects(of("default", "web"), of(null, "web"));
    }

    private static Event of(@Nullable String namespace, @Nullable String job) {
        return new Event(
                Event.Topic.TASK,
                "Started",
                Instant.EPOCH,
                new Subject(namespace, job, "g", "alloc", "t", null),
                OptionalLong.empty(),
                new EventPayload.Note("", Map.of()));
    }
}
