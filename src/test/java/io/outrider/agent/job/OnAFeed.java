package io.outrider.agent.job;

import io.outrider.runners.alloc.AllocFeed.Snapshot;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateKey;
import io.outrider.streams.IndexGate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A feed over a store that refuses when it is told to, and what its runners would say and keep. */
abstract class OnAFeed {

    static final Duration SOON = Duration.ofSeconds(60);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T00:00:00Z"), ZoneOffset.UTC);

    private final RefusingStore store = new RefusingStore();
    private final AtomicInteger ids = new AtomicInteger();
    private LocalFeed feed = open();

    /** Where dynamic ports come from. */
    int port(Set<Integer> taken) {
        return 20_000 + ids.incrementAndGet();
    }

    RefusingStore store() {
        return store;
    }

    LocalFeed feed() {
        return feed;
    }

    /** The next agent's feed. */
    @BeforeEach
    void reopen() {
        feed = open();
        feed.restore(await(store.open()));
    }

    void runnersKeep(Alloc alloc) {
        await(store().commit(new Commit(
                List.of(new Commit.Change.Put(StateKey.alloc(StateKey.Table.ALLOC, alloc.id()), alloc)), List.of())));
    }

    static String[] ids(RunningJob... jobs) {
        return Stream.of(jobs)
                .flatMap(job -> job.allocs().stream())
                .map(Alloc::id)
                .toArray(String[]::new);
    }

    void report(Alloc alloc, String status) {
        ClientPart part = new ClientPart(status, "", Map.of(), null, null);
        StepVerifier.create(feed().report(List.of(new AllocUpdate(alloc.id(), null, part))))
                .expectComplete()
                .verify(SOON);
    }

    Snapshot snapshot() {
        return await(feed().snapshots().next());
    }

    static IndexGate.Snapshot<String, Alloc> snapshot(Snapshot snapshot) {
        Map<String, IndexGate.Pulled<Alloc>> pulled = new HashMap<>();
        snapshot.pulled()
                .forEach(alloc -> pulled.put(
                        alloc.id(),
                        new IndexGate.Pulled<>(
                                Objects.requireNonNull(snapshot.assigned().get(alloc.id())), alloc)));
        return new IndexGate.Snapshot<>(snapshot.index(), snapshot.assigned(), pulled);
    }

    private LocalFeed open() {
        Ports ports = new Ports("127.0.0.1", this::port);
        Placement placement =
                new Placement(new Placement.Target("node", "host"), () -> "id-" + ids.incrementAndGet(), ports);
        return new LocalFeed(store, placement, CLOCK);
    }

    static <T> T await(Mono<T> mono) {
        return mono.blockOptional(SOON).orElseThrow();
    }

    static Job job(String id, String command, int priority) {
        return Json.read("""
                {"ID":"%s","Namespace":"default","Type":"batch","Priority":%d,"TaskGroups":[
                  {"Name":"g","Count":2,"Tasks":[{"Name":"t","Driver":"raw_exec","Config":{"command":"%s"}}]},
                  {"Name":"h","Tasks":[{"Name":"t","Driver":"raw_exec","Config":{"command":"%s"}}]}]}
                """.formatted(id, priority, command, command), Job.class);
    }
}
