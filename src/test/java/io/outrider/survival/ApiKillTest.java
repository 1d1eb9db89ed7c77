package io.outrider.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.Launched;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/**
 * The agent is killed at random moments while two clients write jobs over HTTP. Every write that was answered is there
 * afterwards, no alloc is run twice, what lives is the process that it was, and nothing lives that nobody wants.
 */
@Execution(ExecutionMode.CONCURRENT)
final class ApiKillTest {

    private static final long SEED = 20261201;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Path temp;
    /** The process of each alloc, once it was seen. */
    private final Map<String, Long> pids = new HashMap<>();

    ApiKillTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @AfterEach
    void clear() {
        ours().keySet().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        Launched.unmountBelow(temp);
    }

    @Test
    @Timeout(600)
    void answeredWritesAndLivingTasksOutliveKills() throws Exception {
        fight(4);
    }

    @Test
    @Tag("soak")
    @Timeout(3000)
    void answeredWritesAndLivingTasksOutliveSixtyKills() throws Exception {
        fight(60);
    }

    private void fight(int kills) throws Exception {
        Random random = new Random(SEED);
        List<JobWriter> writers =
                List.of(new JobWriter("a", temp, random.nextLong()), new JobWriter("b", temp, random.nextLong()));
        for (int kill = 0; kill < kills; kill++) {
            try (ServedAgent agent = new ServedAgent(temp)) {
                if (kill % 4 == 3) {
                    agent.killAfter(Duration.ofMillis(random.nextInt(800)));
                } else {
                    writeUntilKilled(agent.awaitReady(), writers, Duration.ofMillis(random.nextInt(1_500)));
                }
            }
        }
        assertThat(writers).allSatisfy(writer -> assertThat(writer.writes()).isPositive());
        try (ServedAgent last = new ServedAgent(temp)) {
            checkWrites(last.awaitReady(), writers);
            checkRunning(last, writers);
            checkStarts();
            for (JobWriter writer : writers) {
                writer.stopAll(last);
            }
            checkRunning(last, writers);
            checkStarts();
            last.end();
        }
    }

    private void writeUntilKilled(ServedAgent agent, List<JobWriter> writers, Duration time) throws Exception {
        checkWrites(agent, writers);
        checkRunning(agent, writers);
        List<CompletableFuture<Void>> writing = writers.stream()
                .map(writer -> CompletableFuture.runAsync(() -> write(writer, agent)))
                .toList();
        agent.killAfter(time);
        for (CompletableFuture<Void> each : writing) {
            each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void write(JobWriter writer, ServedAgent agent) {
        try {
            writer.writeUntilDeath(agent);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void checkWrites(ServedAgent agent, List<JobWriter> writers) throws Exception {
        for (JobWriter writer : writers) {
            writer.check(agent);
        }
    }

    /** What is wanted comes to run, each alloc as one process, the same as before; everything else ends. */
    private void checkRunning(ServedAgent agent, List<JobWriter> writers) {
        Map<String, Integer> wanted = new TreeMap<>();
        writers.forEach(writer -> wanted.putAll(writer.running()));
        agent.await("only what is wanted runs", () -> {
            Set<String> running = new HashSet<>();
            Map<String, Integer> counts = new TreeMap<>();
            wanted.keySet().forEach(job -> counts.put(job, 0));
            for (JsonNode alloc : agent.get("/v1/allocations")) {
                String id = alloc.path("ID").asString("");
                String status = alloc.path("ClientStatus").asString("");
                if (alloc.path("DesiredStatus").asString("").equals("run")) {
                    assertThat(status).as("alloc %s\n%s", alloc, agent.errors()).isIn("pending", "running");
                } else {
                    assertThat(status).as("alloc %s", alloc).isIn("complete", "failed");
                }
                if (status.equals("running")) {
                    running.add(id);
                    counts.merge(alloc.path("JobID").asString(""), 1, Integer::sum);
                }
            }
            assertThat(counts).isEqualTo(wanted);
            assertThat(tasks(running)).hasSameSizeAs(running);
            assertThat(new HashSet<>(ours().values()))
                    .as("allocs with processes")
                    .isEqualTo(running);
        });
    }

    /** The process of each running alloc. */
    private Map<String, Long> tasks(Set<String> allocs) throws IOException {
        Map<String, Long> out = new HashMap<>();
        for (String alloc : allocs) {
            List<String> starts = starts(alloc);
            assertThat(starts).as("starts of %s", alloc).hasSize(1);
            long pid = Long.parseLong(starts.get(0));
            assertThat(Launched.lives(pid)).as("process of %s", alloc).isTrue();
            Long before = pids.putIfAbsent(alloc, pid);
            assertThat(before == null ? pid : before).as("process of %s", alloc).isEqualTo(pid);
            out.put(alloc, pid);
        }
        return out;
    }

    private List<String> starts(String alloc) throws IOException {
        Path file = temp.resolve("starts-" + alloc);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private void checkStarts() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("starts-"))
                    .toList()) {
                assertThat(Files.readAllLines(file)).as(file.toString()).hasSize(1);
            }
        }
    }

    /** The allocs of all processes that were started as tasks here, by pid: shells, and what they became. */
    private Map<Long, String> ours() {
        String mine = "NOMAD_ALLOC_DIR=" + temp.resolve("data");
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(Launched::lives)
                .map(pid -> Map.entry(pid, environment(pid)))
                .filter(each -> each.getValue().stream().anyMatch(variable -> variable.startsWith(mine)))
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().stream()
                        .filter(variable -> variable.startsWith("NOMAD_ALLOC_ID="))
                        .findFirst()
                        .orElse("=")
                        .split("=", 2)[1]));
    }

    private static List<String> environment(long pid) {
        try {
            return List.of(new String(
                            Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ")), StandardCharsets.UTF_8)
                    .split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }
}
