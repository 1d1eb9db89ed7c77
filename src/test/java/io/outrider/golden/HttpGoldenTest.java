package io.outrider.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.http.HttpConfig;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays recorded requests against an agent: in each build those whose answers do not depend on when they come, all of
 * them in the {@code soak} profile. What is not built yet is listed in {@code todo.txt}, each with its
 * reason; what is better on purpose is asserted by the files in {@code deviations}.
 */
class HttpGoldenTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Path RESOURCES = Path.of(System.getProperty("outrider.root"), "src/test/resources/golden");
    private static final Path GOLDEN = Path.of(System.getProperty("outrider.root"), "../shared/golden");

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

    private void answersTo(TestReporter reporter, List<String> files) throws IOException, InterruptedException {
        boolean data = Files.isExecutable(GOLDEN.resolve("replay"));
        assertThat(data || System.getenv("CI") == null)
                .as("recordings in %s", GOLDEN)
                .isTrue();
        assumeTrue(data, () -> "no recordings in " + GOLDEN);
        assumeTrue(hasPython(), "no python3 on the PATH: the recorded requests cannot be played");
        NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(folder.resolve("data"))
                .nodeName("golden")
                .controlPlane(true)
                .http(HttpConfig.local().at("127.0.0.1", 0))
                .build());
        agent.start().block(LIMIT);
        try {
            InetSocketAddress address = agent.httpAddress().orElseThrow();
            // The first answers of a JVM take longer than the tool waits for any.
            await().atMost(LIMIT).ignoreExceptions().until(() -> answers(address, "/v1/nodes"));
            List<String> lines = play(address, files);
            List<String> wrong = lines.stream()
                    .filter(line -> line.startsWith("differs") || line.startsWith("error"))
                    .toList();
            String counts = lines.get(lines.size() - 1);
            reporter.publishEntry("recorded requests", counts);
            assertThat(counts).matches("[0-9]+ ok, .*");
            assertThat(wrong).as("cases that are neither listed nor equal").isEmpty();
        } finally {
            agent.close().block(LIMIT);
        }
    }

    private List<String> play(InetSocketAddress address, List<String> files) throws IOException, InterruptedException {
        File output = folder.resolve("replay.txt").toFile();
        ProcessBuilder replay = new ProcessBuilder(
                "python3",
                RESOURCES.resolve("replay_http.py").toString(),
                "http",
                "--http",
                "http://127.0.0.1:" + address.getPort(),
                "--skip-file",
                RESOURCES.resolve("todo.txt").toString(),
                "--deviations",
                RESOURCES.resolve("deviations").toString());
        files.forEach(file -> replay.command()
                .add(GOLDEN.resolve("http").resolve(file + ".json").toString()));
        replay.environment().put("GOLDEN", GOLDEN.toRealPath().toString());
        Process running =
                replay.redirectErrorStream(true).redirectOutput(output).start();
        assertThat(running.waitFor(800, TimeUnit.SECONDS)).as("the replay ends").isTrue();
        List<String> lines = new ArrayList<>(Files.readAllLines(output.toPath()));
        lines.removeIf(line -> line.startsWith("skipped"));
        return lines;
    }

    private static boolean answers(InetSocketAddress address, String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) new URL("http://127.0.0.1:" + address.getPort() + path).openConnection();
        connection.setReadTimeout((int) LIMIT.toMillis());
        try {
            return connection.getResponseCode() == 200;
        } finally {
            connection.disconnect();
        }
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            Process python = new ProcessBuilder("python3", "--version")
                    .redirectErrorStream(true)
                    .start();
            return python.waitFor(30, TimeUnit.SECONDS) && python.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
