package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.key;
import static io.outrider.agent.standalone.TestPlane.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.Commit;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A write that cannot be kept has not happened, and nobody sees half of it. */
final class FullDiskTest {

    private final FullStore store = new FullStore();
    private final TestPlane plane = new TestPlane(store);

    @Test
    void writeThatCannotBeKeptSaysWhyAndLeavesNothing() {
        plane.register(service("a", 1, "x"));
        ClusterState before = plane.state();
        store.full = true;
        assertThatThrownBy(() -> plane.register(service("b", 1, "x")))
                .isInstanceOf(PlaneException.class)
                .hasMessage("the change could not be kept: no space left")
                .extracting(error -> ((PlaneException) error).kind())
                .isEqualTo(Kind.NOT_KEPT);
        assertThat(plane.state()).isSameAs(before);

        store.full = false;
        plane.register(service("c", 1, "x"));
        assertThat(plane.state().job(key("b"))).isEmpty();
        assertThat(plane.running("c")).hasSize(1);
        plane.restart();
        assertThat(plane.state().jobs()).extracting(Job::id).containsExactly("a", "c");
    }

    @Test
    void reportThatCannotBeKeptIsTakenWhenItComesAgain() {
        plane.register(service("a", 1, "x"));
        store.full = true;
        assertThatThrownBy(() -> plane.tell(plane.allocs("a").get(0), "running"))
                .isInstanceOf(PlaneException.class);
        assertThat(plane.allocs("a").get(0).clientStatus()).isEqualTo("pending");
        store.full = false;
        plane.tell(plane.allocs("a").get(0), "running");
        assertThat(plane.allocs("a").get(0).clientStatus()).isEqualTo("running");
    }

    private static final class FullStore implements StateStore {
        private final MemoryStore store = new MemoryStore(JournalLimits.DEFAULT);
        private volatile boolean full;

        @Override
        public Mono<Recovered> open() {
            return store.open();
        }

        @Override
        public Mono<Cursor> commit(Commit commit) {
            return Mono.defer(() -> full
                    ? Mono.error(new StateStoreException(StateStoreException.Kind.FULL, "no space left", null))
                    : store.commit(commit));
        }

        @Override
        public Journal<Event> journal() {
            return store.journal();
        }

        @Override
        public Mono<Void> backup(Path target) {
            return store.backup(target);
        }

        @Override
        public Mono<Void> close() {
            return store.close();
        }
    }
}
