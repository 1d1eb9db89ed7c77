package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.key;
import static io.outrider.agent.standalone.TestPlane.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.job.Job;
import org.junit.jupiter.api.Test;

/** A write that cannot be kept has not happened, and nobody sees half of it. */
final class FullDiskTest {

    private final FullStore store = new FullStore();
    private final TestPlane plane = new TestPlane(store);

    @Test
    void writeThatCannotBeKeptSaysWhyAndLeavesNothing() {
        plane.register(service("a", 1, "x"));
        ClusterState before = plane.state();
        store.full(true);
        assertThatThrownBy(() -> plane.register(service("b", 1, "x")))
                .isInstanceOf(PlaneException.class)
                .hasMessage("the change could not be kept: no space left")
                .extracting(error -> ((PlaneException) error).kind())
                .isEqualTo(Kind.NOT_KEPT);
        assertThat(plane.state()).isSameAs(before);

        store.full(false);
        plane.register(service("c", 1, "x"));
        assertThat(plane.state().job(key("b"))).isEmpty();
        assertThat(plane.running("c")).hasSize(1);
        plane.restart();
        assertThat(plane.state().jobs()).extracting(Job::id).containsExactly("a", "c");
    }

    @Test
    void reportThatCannotBeKeptIsTakenWhenItComesAgain() {
        plane.register(service("a", 1, "x"));
        store.full(true);
        assertThatThrownBy(() -> plane.tell(plane.allocs("a").get(0), "running"))
                .isInstanceOf(PlaneException.class);
        assertThat(plane.allocs("a").get(0).clientStatus()).isEqualTo("pending");
        store.full(false);
        plane.tell(plane.allocs("a").get(0), "running");
        assertThat(plane.allocs("a").get(0).clientStatus()).isEqualTo("running");
    }
}
