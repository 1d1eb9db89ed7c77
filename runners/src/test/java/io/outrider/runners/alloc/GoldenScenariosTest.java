package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the reference's agent was seen to do, done again by the runners, many scenarios at a time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GoldenScenariosTest {

    /** More would make starts so slow that the pauses in the scenarios are not long enough. */
    private static final int PLAYERS = 10;

    private final Map<String, Scenario> scenarios = new LinkedHashMap<>();
    private final Map<String, Throwable> broken = new ConcurrentHashMap<>();
    private final TestFeed feed = new TestFeed();
    private TestNode node;

    @BeforeAll
    void playAll(@TempDir Path dir) throws InterruptedException {
        node = new TestNode(dir, feed, new MemoryStore(JournalLimits.DEFAULT));
        Path golden = Path.of(System.getProperty("outrider.root"), "../shared/golden/scenarios");
        names().forEach(name -> scenarios.put(name, new Scenario(golden.resolve(name), node, feed)));
        ExecutorService players = Executors.newFixedThreadPool(PLAYERS);
        Map<String, Future<?>> played = new LinkedHashMap<>();
        scenarios.forEach((name, scenario) -> played.put(name, players.submit(scenario::play)));
        for (Map.Entry<String, Future<?>> one : played.entrySet()) {
            try {
                one.getValue().get(90, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                broken.put(one.getKey(), Objects.requireNonNullElse(e.getCause(), e));
            } catch (TimeoutException e) {
                broken.put(one.getKey(), e);
            }
        }
        players.shutdownNow();
    }

    @AfterAll
    void close() {
        feed.removeAll();
        TestNode.await("all allocs are gone", () -> node.runners().allocs().isEmpty());
        node.close();
    }

    static Stream<String> names() {
        return Stream.of(
                "batch-count-two",
                "batch-dies-of-sigsegv",
                "batch-dies-of-sigterm",
                "batch-exit-codes",
                "batch-fail-mode-delay",
                "batch-fail-no-attempts",
                "batch-sibling-already-done",
                "batch-two-tasks-success",
                "driver-config-missing-key",
                "leader-fails",
                "leader-stop-order",
                "leader-success",
                "lifecycle-all-prestart-fails",
                "lifecycle-all-success",
                "lifecycle-poststart-fails",
                "lifecycle-poststart-ok",
                "lifecycle-poststop-after-failure",
                "lifecycle-poststop-fails",
                "lifecycle-poststop-ok",
                "lifecycle-poststop-on-job-stop",
                "lifecycle-prestart-ok",
                "lifecycle-prestart-retry",
                "lifecycle-prestart-sidecar-exits",
                "lifecycle-restart-all",
                "lifecycle-two-prestarts",
                "mock-exit-error-message",
                "mock-plugin-exit",
                "mock-signal-error",
                "mock-start-error",
                "mock-start-error-recoverable",
                "restart-task-override",
                "service-exit-zero",
                "service-exit-zero-no-attempts",
                "service-kill-signal-sigterm",
                "service-kill-timeout-capped",
                "shutdown-delay-exit-during",
                "shutdown-delay-failing-sibling",
                "shutdown-delay-skipped",
                "shutdown-delay-task",
                "stop-during-start",
                "user-restart-errors",
                "user-restart-finished-alloc",
                "user-restart-while-backoff",
                "user-signal-unknown-name");
    }

    @ParameterizedTest
    @MethodSource("names")
    void doesWhatWasRecorded(String name) {
        assertThat(broken).as("steps").doesNotContainKey(name);
        assertThat(Objects.requireNonNull(scenarios.get(name)).differences()).isEmpty();
    }
}
