package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import reactor.util.retry.Retry;

class CommitLineTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void listenerThatThrowsHoldsUpNothing() {
        List<String> told = new CopyOnWriteArrayList<>();
        List<String> errors = new CopyOnWriteArrayList<>();
        MemoryStore store = new MemoryStore(JournalLimits.DEFAULT);
        store.open().block(LIMIT);
        Once<Void> disk = new Once<>();
        StallingStore slow = new StallingStore(store, disk::value);
        Scope scope = new Scope("test", (work, error) -> errors.add(String.valueOf(error.getMessage())));
        CommitLine line = new CommitLine(slow, Retry.max(0), scope);

        line.submit(List.of(), List.of(), () -> told.add("first"));
        line.submit(List.of(), List.of(), () -> {
            throw new IllegalStateException("told too much");
        });
        line.submit(List.of(), List.of(), () -> told.add("third"));
        disk.complete();
        StepVerifier.create(line.drained()).expectComplete().verify(LIMIT);
        line.submit(List.of(), List.of(), () -> told.add("fourth"));
        StepVerifier.create(line.drained()).expectComplete().verify(LIMIT);

        assertThat(told).containsExactly("first", "third", "fourth");
        assertThat(errors).containsExactly("told too much");
        scope.close().block(LIMIT);
    }
}
