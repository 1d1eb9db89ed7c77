package io.outrider.state.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.store.StateStoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class FailingStoreTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final StateStoreException error = new StateStoreException(Kind.FULL, "the disk is full", null);
    private final StateStore store = new FailingStore(error);

    @Test
    void everythingButCloseFailsWithTheGivenError() {
        List<Mono<?>> calls = List.of(
                store.open(),
                store.commit(new Commit(List.of(), List.of(Events.note("n")))),
                store.journal().read(0, 1),
                store.backup(Path.of("never")));

        assertThat(calls).allSatisfy(call -> StepVerifier.create(call)
                .expectErrorSatisfies(seen -> assertThat(seen).isSameAs(error))
                .verify(PATIENCE));
        StepVerifier.create(store.close()).expectComplete().verify(PATIENCE);
        assertThat(error.retryable()).isTrue();
    }
}
