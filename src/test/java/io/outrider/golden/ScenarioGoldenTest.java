package io.outrider.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.Launched;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays recorded scenarios over HTTP against {@code outrider agent}: in each build those that do something to jobs,
 * allocs and tasks beside running them, all of them in the {@code soak} profile. What is not built yet is listed in
 * {@code scenarios-todo.txt}, each with its reason.
 */
final class ScenarioGoldenTest {

    private static final Pattern READY = Pattern.compile("ready: (http://[^, ]+),");
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** They tell how often a waiting evaluation was looked at, which ends of other jobs' allocs cause. */
    private static final List<String> ALONE = List.of(
            "disk-exhausted", "driver-missing", "host-volume-missing", "memory-exhausted", "port-static-collision");

    /** The others are played in the agent's own JVM in each build, and wait long. */
    private static final List<String> OVER_HTTP = List.of(
            "batch-count-two",
            "batch-register-again",
            "driver-config-unknown-key",
            "gc-finished",
            "gc-running",
            "leader-stop-order",
            "lifecycle-poststop-on-job-stop",
            "lifecycle-restart-all",
            "logs-disabled",
            "mock-signal-error",
            "process-killed-outside",
            "raw-exec-user",
            "service-exit-zero",
            "service-exit-zero-no-attempts",
            "service-kill-signal",
            "service-kill-signal-sigterm",
            "service-kill-timeout-capped",
            "service-name-invalid",
            "service-stop-alloc",
            "service-stop-and-start",
            "shutdown-delay-skipped",
            "shutdown-delay-task",
            "stop-during-start",
            "system-run-stop",
            "system-task-fails",
            "user-restart-errors",
            "user-restart-finished-alloc",
            "user-restart-while-backoff",
            "user-signal-handled",
            "user-signal-unknown-name");

    @TempDir
    private Path folder = Path.of("");

    @Test
    @Timeout(700)
    void jobsLiveAsWithTheReference(TestReporter reporter) throws IOException, InterruptedException {
        Replay replay = Replay.within(folder, LIMIT);
        try (Launched agent = agent()) {
            try {
                String url = url(agent);
                replay.requireEqual(reporter, "scenarios, one by one", scenarios(url, 1, named(ALONE)));
                replay.requireEqual(reporter, "scenarios, side by side", scenarios(url, 8, named(OVER_HTTP)));
            } finally {
                end(agent);
            }
        }
    }

    @Test
    @Timeout(1300)
    @Tag("soak")
    void allJobsLiveAsWithTheReference(TestReporter reporter) throws IOException, InterruptedException {
        Replay replay = Replay.within(folder, LIMIT);
        try (Launched agent = agent()) {
            try {
                replay.requireEqual(reporter, "all scenarios", scenarios(url(agent), 1, List.of()));
            } finally {
                end(agent);
            }
        }
    }

    @Test
    @Timeout(700)
    @Tag("soak")
    void tasksOutliveTheAgentAsWithTheReference(TestReporter reporter) throws IOException, InterruptedException {
        Replay replay = Replay.within(folder, LIMIT);
        Path data = folder.resolve("data");
        int port = freePort();
        List<String> options = new ArrayList<>(scenarios("http://127.0.0.1:" + port, 1, List.of()));
        options.addAll(List.of("--only", "agent-*", "--agent-cmd"));
        options.add(String.join(
                " ",
                Launched.command("agent", "-node", "golden", "-http-port", "" + port, "-data-dir", data.toString())));
        try {
            replay.requireEqual(reporter, "scenarios that kill the agent", options);
        } finally {
            Launched.unmountBelow(data);
        }
    }

    private Launched agent() {
        return Launched.start(
                folder,
                Map.of("TMPDIR", folder.toString()),
                Launched.command("agent", "-dev", "-node", "golden", "-http-port", "0"));
    }

    private static String url(Launched agent) {
        agent.await(() -> READY.matcher(agent.err()).find(), "the agent is ready");
        Matcher ready = READY.matcher(agent.err());
        assertThat(ready.find()).isTrue();
        Replay.awaitAnswer(ready.group(1));
        return ready.group(1);
    }

    private static void end(Launched agent) {
        agent.signal("TERM");
        assertThat(agent.exitCode()).as(agent.err()).isZero();
    }

    private static List<String> scenarios(String url, int parallel, List<String> folders) {
        List<String> options = new ArrayList<>(List.of(
                "scenarios",
                "--http",
                url,
                "--parallel",
                String.valueOf(parallel),
                "--timeout-factor",
                "4",
                "--skip-file",
                Replay.LISTS.resolve("scenarios-todo.txt").toString()));
        options.addAll(folders);
        return options;
    }

    private static List<String> named(List<String> names) {
        return names.stream()
                .map(name -> Replay.GOLDEN.resolve("scenarios").resolve(name).toString())
                .toList();
    }

    /** Below the ports that connections go out from: the agent is to find it free again after each kill. */
    private static int freePort() {
        return Stream.generate(() -> 10_000 + new Random().nextInt(9_000))
                .limit(100)
                .filter(ScenarioGoldenTest::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
