package io.outrider.state.model.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.event.Event.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class EventCodecTest {
    private static final Instant TIME = Instant.parse("2026-11-30T09:10:11.123456789Z");
    private static final Subject WEB = new Subject("default", "web", "g", "a1", "srv", null);

    @Test
    void taskEventsComeBackAsTheyWere() {
        TaskEvent event =
                new TaskEvent("Terminated", 1_700L, "", "Exit Code: 1", Map.of("exit_code", "1", "signal", "0"));
        roundTrip(new Event(
                Topic.TASK,
                "Terminated",
                TIME,
                WEB,
                OptionalLong.of(77),
                new EventPayload.OfTask(event, "dead", true, 3)));
    }

    @Test
    void allocEventsComeBackAsTheyWere() {
        EventPayload payload = new EventPayload.OfAlloc("running", "Tasks are running", "run");
        roundTrip(new Event(Topic.ALLOC, "ClientStatus", TIME, WEB, OptionalLong.empty(), payload));
    }

    @ParameterizedTest
    @EnumSource
    void notesOfEveryTopicComeBackAsTheyWere(Topic topic) {
        EventPayload payload = new EventPayload.Note("line\nbreak \u0000 ü", Map.of("k", "v"));
        roundTrip(new Event(topic, "Note", TIME, Subject.agent(), OptionalLong.empty(), payload));
        assertThat(EventCodec.topic(EventCodec.name(topic))).isEqualTo(topic);
        assertThat(EventCodec.name(topic)).isLowerCase();
    }

    @Test
    void isOneLineOfJsonWithoutWhatIsAbsent() {
        byte[] encoded = EventCodec.encode(new Event(
                Topic.AGENT,
                "Note",
                TIME,
                Subject.agent(),
                OptionalLong.empty(),
                new EventPayload.Note("a\nb", Map.of())));
        JsonNode json = Json.mapper().readTree(encoded);

        assertThat(new String(encoded, StandardCharsets.UTF_8)).doesNotContain("\n");
        assertThat(json.propertyNames()).containsExactly("topic", "type", "time", "subject", "payload");
        assertThat(json.path("subject").isEmpty()).isTrue();
        assertThat(json.path("topic").asString()).isEqualTo("agent");
        assertThat(json.path("time").asString()).isEqualTo(TIME.toString());
    }

    @Test
    void saysWhatItDoesNotUnderstand() {
        assertThatThrownBy(() -> EventCodec.topic("jobs"))
                .hasMessageContaining("\"jobs\"")
                .hasMessageContaining("job,");
        assertThatThrownBy(() -> EventCodec.decode("{\"topic\":\"job\"}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("\"type\"");
    }

    private static void roundTrip(Event event) {
        assertThat(EventCodec.decode(EventCodec.encode(event))).isEqualTo(event);
    }
}
