package io.outrider.runners.alloc;

import io.outrider.state.model.alloc.TaskState;
import io.outrider.streams.Once;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/** The gates that the tasks of one alloc wait at. Safe from any thread. */
final class Gates {

    private final Map<String, Once<Void>> gates = new HashMap<>();
    private Coordinator coordinator;

    Gates(Coordinator coordinator) {
        this.coordinator = coordinator;
        coordinator.kinds().keySet().forEach(task -> gates.put(task, new Once<>()));
        apply();
    }

    /** Completes when {@code task} may start; asked anew at each subscription. */
    Mono<Void> gate(String task) {
        return Mono.defer(() -> once(task).value());
    }

    void observe(Map<String, TaskState> states) {
        change(now -> now.observe(states));
    }

    void restart() {
        change(Coordinator::restarted);
    }

    private synchronized Once<Void> once(String task) {
        return gates.computeIfAbsent(task, unknown -> new Once<>());
    }

    private synchronized void change(UnaryOperator<Coordinator> step) {
        coordinator = step.apply(coordinator);
        apply();
    }

    private void apply() {
        gates.replaceAll((task, gate) -> {
            if (coordinator.isOpen(task)) {
                gate.complete();
                return gate;
            }
            return gate.isSet() ? new Once<>() : gate;
        });
    }
}
