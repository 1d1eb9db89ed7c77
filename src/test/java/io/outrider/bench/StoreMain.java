package io.outrider.bench;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StoreConfig;
import io.outrider.state.store.StoreThreads;
import io.outrider.state.store.sqlite.SqliteStore;
import io.outrider.streams.Workers;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import reactor.core.publisher.Flux;

/**
 * Durable commits in a process with the agent's flags: {@code StoreMain DIR}. Each changes one value and tells one
 * event. Prints {@code single N} and {@code grouped N}, commits a second.
 */
final class StoreMain {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SINGLE = 4_000;
    private static final int GROUPED = 30_000;
    private static final int IN_FLIGHT = 100;
    private static final String VALUE = "v".repeat(300);

    private StoreMain() {}

    /** Measures and ends. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        AgentMain.logWarningsToStderr();
        Workers workers = new Workers();
        StateStore store =
                new SqliteStore(StoreConfig.of(Path.of(args[0])), StoreThreads.of(workers), Clock.systemUTC());
        store.open().block(PATIENCE);
        perSecond(store, SINGLE, IN_FLIGHT);
        out.println("single " + perSecond(store, SINGLE, 1));
        out.println("grouped " + perSecond(store, GROUPED, IN_FLIGHT));
        store.close().block(PATIENCE);
        workers.close(PATIENCE).block(PATIENCE);
    }

    private static long perSecond(StateStore store, int count, int inFlight) {
        long before = System.nanoTime();
        Flux.range(0, count)
                .flatMap(i -> store.commit(commit(i)), inFlight)
                .then()
                .block(PATIENCE);
        return count * 1_000_000_000L / (System.nanoTime() - before);
    }

    private static Commit commit(int i) {
        StateKey key = StateKey.alloc(StateKey.Table.ALLOC, "a" + i % 200);
        Event event = new Event(
                Event.Topic.AGENT,
                "Bench",
                Instant.EPOCH,
                Subject.agent(),
                OptionalLong.empty(),
                new EventPayload.Note("number " + i, Map.of()));
        return new Commit(List.of(new Commit.Change.Put(key, VALUE)), List.of(event));
    }
}
