package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.alloc.Coordinator.Kind;
import io.outrider.runners.alloc.Coordinator.Stage;
import io.outrider.state.model.alloc.TaskState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoordinatorTest {

    private static final Map<String, Kind> ALL = Map.of(
            "pre", Kind.PRESTART,
            "side", Kind.PRESTART_SIDECAR,
            "main", Kind.MAIN,
            "post", Kind.POSTSTART,
            "stop", Kind.POSTSTOP);

    private static Map<String, TaskState> states(String... pairs) {
        Map<String, TaskState> states = new HashMap<>();
        for (String pair : pairs) {
            String[] parts = pair.split("=");
            TaskState state = TaskState.pending().withState(parts[1].replace("failed", TaskState.DEAD));
            states.put(parts[0], state.withFailed(parts[1].equals("failed")));
        }
        return states;
    }

    private static List<String> open(Coordinator coordinator) {
        return coordinator.kinds().keySet().stream()
                .filter(coordinator::isOpen)
                .sorted()
                .toList();
    }

    private static Coordinator at(String... pairs) {
        return Coordinator.begin(ALL).observe(states()).observe(states(pairs));
    }

    @Test
    void startsWithPrestart() {
        assertThat(open(Coordinator.begin(ALL))).isEmpty();
        assertThat(open(at())).containsExactly("pre", "side");
    }

    @Test
    void mainWaitsForSuccessAndForSidecars() {
        assertThat(open(at("pre=dead"))).containsExactly("pre", "side");
        assertThat(open(at("pre=running", "side=running"))).containsExactly("pre", "side");
        assertThat(open(at("pre=failed", "side=running"))).containsExactly("pre", "side");
        assertThat(open(at("pre=dead", "side=running"))).containsExactly("main", "side");
    }

    @Test
    void poststartWaitsForMain() {
        assertThat(open(at("pre=dead", "side=running", "main=running"))).containsExactly("main", "post", "side");
        assertThat(open(at("pre=dead", "side=running", "main=running", "post=failed")))
                .containsExactly("main", "side");
    }

    @Test
    void poststopComesWhenAllOthersAreDead() {
        assertThat(open(at("pre=failed", "side=dead", "main=dead", "post=dead")))
                .containsExactly("stop");
        assertThat(at("pre=dead", "side=running", "main=dead", "post=dead").stage())
                .isEqualTo(Stage.WAIT_ALLOC);
    }

    @Test
    void stagesWithoutTasksArePassed() {
        Coordinator plain =
                Coordinator.begin(Map.of("a", Kind.MAIN, "b", Kind.MAIN)).observe(states());
        assertThat(open(plain)).containsExactly("a", "b");
        assertThat(plain.observe(states("a=running", "b=running")).stage()).isEqualTo(Stage.WAIT_ALLOC);
    }

    @Test
    void restartBeginsAgainWhenAllHaveStopped() {
        Coordinator restarted =
                at("pre=dead", "side=running", "main=running", "post=dead").restarted();

        assertThat(open(restarted.observe(states("pre=pending", "side=running", "main=pending", "post=pending"))))
                .isEmpty();
        assertThat(open(restarted.observe(states()))).containsExactly("pre", "side");
    }

    @Test
    void restoredStatesLeadToWhereTheAllocWas() {
        Coordinator restored = Coordinator.restored(
                ALL, states("pre=dead", "side=running", "main=running", "post=dead", "stop=pending"));

        assertThat(open(restored)).containsExactly("main", "side");
    }
}
