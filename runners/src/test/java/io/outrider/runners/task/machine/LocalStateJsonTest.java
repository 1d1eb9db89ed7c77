package io.outrider.runners.task.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.StartedTask.DriverNetwork;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.runners.hook.HookState;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What is kept of a task comes back as it was, also from what earlier agents wrote. */
class LocalStateJsonTest {

    static Stream<LocalState> states() {
        TaskHandle handle = new TaskHandle(1, "raw_exec", new TaskId("a", "t", "12345678"), "{\"dir\":\"/x\"}");
        HookState hook = new HookState(true, Map.of("k", "v"), Map.of("A", "b"));
        DriverNetwork network = new DriverNetwork(Map.of("http", 8080), "10.0.0.1", true);
        return Stream.of(
                LocalState.none(),
                new LocalState(Map.of("artifacts", hook), handle, true, ExitResult.exited(3), network, false),
                new LocalState(null, handle, false, ExitResult.signaled(9, true), null, true),
                new LocalState(Map.of(), null, false, ExitResult.unknown("lost"), null, true),
                new LocalState(
                        Map.of(),
                        null,
                        false,
                        new ExitResult(OptionalInt.of(0), OptionalInt.empty(), false, Optional.empty()),
                        null,
                        true));
    }

    @ParameterizedTest
    @MethodSource("states")
    void isReadAndWrittenAsByDataBinding(LocalState state) {
        byte[] written = Json.bytes(state);

        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo(Json.mapper().writeValueAsString(state));
        assertThat(Json.read(written, LocalState.class)).isEqualTo(state);
        JsonNode tree = Json.mapper().readTree(written);
        assertThat(Json.read(tree, LocalState.class)).isEqualTo(state);
    }
}
