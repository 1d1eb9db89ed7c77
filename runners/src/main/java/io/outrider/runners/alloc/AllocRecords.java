package io.outrider.runners.alloc;

import io.outrider.drivers.TaskHandle;
import io.outrider.runners.task.TaskRunner.Kept;
import io.outrider.runners.task.machine.LocalState;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** What is kept and told of allocs. */
final class AllocRecords {

    private static final Logger LOG = LoggerFactory.getLogger(AllocRecords.class);

    private AllocRecords() {}

    /** Task states are kept by their tasks. */
    static Change put(Alloc alloc) {
        ClientPart client = alloc.client();
        ClientPart kept = new ClientPart(
                client.status(), client.description(), null, client.deploymentStatus(), client.networkStatus());
        return new Change.Put(StateKey.alloc(Table.ALLOC, alloc.id()), alloc.withClient(kept));
    }

    static Event event(Alloc alloc, Instant now) {
        return event(
                alloc,
                "ClientStatus",
                now,
                new EventPayload.OfAlloc(
                        Objects.requireNonNullElse(alloc.clientStatus(), ""),
                        Objects.requireNonNullElse(alloc.clientDescription(), ""),
                        Objects.requireNonNullElse(alloc.desiredStatus(), "")));
    }

    /** A hook of the alloc failed, or did not end in time. */
    static Event hookFailed(Alloc alloc, EventPayload.Note note, Instant now) {
        return event(alloc, "Alloc Hook Failed", now, note);
    }

    private static Event event(Alloc alloc, String type, Instant now, EventPayload payload) {
        Long index = alloc.allocModifyIndex();
        return new Event(
                Event.Topic.ALLOC,
                type,
                now,
                new Subject(alloc.namespace(), alloc.jobId(), alloc.taskGroup(), alloc.id(), null, alloc.nodeId()),
                index == null ? OptionalLong.empty() : OptionalLong.of(index),
                payload);
    }

    /**
     * An alloc that an earlier agent kept.
     *
     * @param kept what is left of its tasks; empty when nothing of it was ever started
     */
    record Left(Alloc alloc, Map<String, Kept> kept) {

        /** The runs that are left to this agent. */
        Stream<TaskHandle> handles() {
            return kept.values().stream()
                    .flatMap(task -> Stream.ofNullable(task.local().handle()));
        }
    }

    /** All that an earlier agent kept; what cannot be read is logged. Takes a while: read once. */
    static List<Left> left(Recovered recovered) {
        return recovered.rows().stream()
                .filter(row -> row.key().table() == Table.ALLOC)
                .flatMap(row -> parse(row.key(), row.json(), Alloc.class).stream())
                .map(alloc -> new Left(alloc, kept(recovered, alloc)))
                .toList();
    }

    private static Map<String, Kept> kept(Recovered recovered, Alloc alloc) {
        Map<String, Kept> kept = new HashMap<>();
        for (Task task : alloc.group().map(TaskGroup::taskList).orElse(List.of())) {
            Optional<TaskState> state =
                    read(recovered, StateKey.task(Table.TASK_STATE, alloc.id(), task.name()), TaskState.class);
            Optional<LocalState> local =
                    read(recovered, StateKey.task(Table.TASK_LOCAL, alloc.id(), task.name()), LocalState.class);
            if (state.isPresent() || local.isPresent()) {
                kept.put(task.name(), new Kept(state.orElseGet(TaskState::pending), local.orElseGet(LocalState::none)));
            }
        }
        return kept;
    }

    /** The last client part that the feed has taken of each alloc. */
    static Map<String, ClientPart> acknowledged(Recovered recovered) {
        Map<String, ClientPart> parts = new HashMap<>();
        recovered.rows().stream()
                .filter(row -> row.key().table() == Table.ACKNOWLEDGED)
                .forEach(row -> parse(row.key(), row.json(), ClientPart.class)
                        .ifPresent(part -> parts.put(row.key().id(), part)));
        return parts;
    }

    private static <T> Optional<T> read(Recovered recovered, StateKey key, Class<T> type) {
        return recovered.find(key).flatMap(json -> parse(key, json, type));
    }

    private static <T> Optional<T> parse(StateKey key, byte[] json, Class<T> type) {
        try {
            return Optional.of(Json.read(json, type));
        } catch (JacksonException e) {
            LOG.error("state {} {} cannot be read and is left out: {}", key.table(), key.id(), e.getMessage());
            return Optional.empty();
        }
    }
}
