package io.outrider.golden;

import io.outrider.agent.Launched;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.http.HttpConfig;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.state.model.alloc.Alloc;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/**
 * Plays recorded requests against an agent: in each build those whose answers do not depend on when they come, all of
 * them in the {@code soak} profile, and those that commands of the stock client make. What is not built yet is listed
 * in {@code todo.txt} and {@code cli-todo.txt}, each with its reason; what is better on purpose is asserted by the
 * files in {@code deviations}.
 */
class HttpGoldenTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Without the files whose cases wait for frames within a time. */
    private static final List<String> FILES = List.of(
            "00-empty",
            "agent",
            "allocations",
            "client-allocation",
            "client-fs",
            "client-metadata",
            "client-stats",
            "evaluations-deployments",
            "jobs",
            "metrics",
            "namespaces",
            "nodes",
            "search",
            "services",
            "status-operator",
            "vars");

    @TempDir
    private Path folder = Path.of("");

    @Test
    @Timeout(900)
    void answersAsTheReferenceDid(TestReporter reporter) throws IOException, InterruptedException {
        answersTo(reporter, FILES);
    }

    @Test
    @Timeout(900)
    @Tag("soak")
    void answersAndStreamsAsTheReferenceDid(TestReporter reporter) throws IOException, InterruptedException {
        answersTo(reporter, List.of());
    }

    @Test
    @Timeout(300)
    void commandsOfTheStockClientAreServed(TestReporter reporter) throws IOException, InterruptedException {
        Replay replay = Replay.within(folder, Duration.ofSeconds(240));
        atAnAgent(url -> replay.requireEqual(
                reporter, "commands of the stock client", List.of("cli-requests", "--write", "--http", url)));
    }

    private void answersTo(TestReporter reporter, List<String> files) throws IOException, InterruptedException {
        Replay replay = Replay.within(folder, Duration.ofSeconds(800));
        atAnAgent(url -> replay.requireEqual(reporter, "recorded requests", requests(url, files)));
    }

    private void atAnAgent(Playing playing) throws IOException, InterruptedException {
        NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(folder.resolve("data"))
                .nodeName("golden")
                .nodeMeta(Map.of("rack", "r1"))
                .controlPlane(true)
                .http(HttpConfig.local().at("127.0.0.1", 0))
                .build());
        agent.start().block(LIMIT);
        try {
            String url = "http://127.0.0.1:" + agent.httpAddress().orElseThrow().getPort();
            Replay.awaitAnswer(url);
            playing.play(url);
        } finally {
            stopAll(agent.controlPlane());
            agent.close().block(LIMIT);
            Launched.unmountBelow(folder);
        }
    }

    /** What still runs would keep the folder busy. */
    private static void stopAll(ControlPlane plane) {
        Flux.fromIterable(plane.snapshot().jobs())
                .concatMap(job -> plane.deregister(JobKey.of(job), JobStop.PLAIN))
                .thenMany(plane.snapshots())
                .filter(state -> state.allocs().stream().allMatch(Alloc::clientTerminal))
                .blockFirst(Duration.ofSeconds(60));
    }

    private static List<String> requests(String url, List<String> files) {
        List<String> options = new ArrayList<>(List.of(
                "http",
                "--http",
                url,
                "--skip-file",
                Replay.LISTS.resolve("todo.txt").toString(),
                "--deviations",
                Replay.LISTS.resolve("deviations").toString()));
        files.forEach(file -> options.add(
                Replay.GOLDEN.resolve("http").resolve(file + ".json").toString()));
        return options;
    }

    /** Plays something against the agent at an address. */
    private interface Playing {
        void play(String url) throws IOException, InterruptedException;
    }
}
