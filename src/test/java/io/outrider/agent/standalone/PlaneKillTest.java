package io.outrider.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that is killed while jobs come in. */
final class PlaneKillTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int KILLS = 4;

    private final Path temp;
    private final Map<String, Long> answered = new HashMap<>();

    PlaneKillTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void everyAnsweredJobIsThereAfterKillsAndRunsOnce() throws IOException, InterruptedException {
        Random random = new Random(20261130);
        for (int kill = 0; kill < KILLS; kill++) {
            writeUntilKilled(kill * 1000, 5 + random.nextInt(40));
        }
        NodeAgent agent = NodeAgent.create(
                NodeAgentConfig.builder(temp.resolve("data")).controlPlane(true).build());
        agent.start().block(PATIENCE);
        ClusterState state = Objects.requireNonNull(agent.controlPlane()
                .snapshots()
                .filter(PlaneKillTest::hasEnded)
                .next()
                .block(PATIENCE));
        agent.close().block(PATIENCE);

        assertThat(answered).hasSizeGreaterThan(KILLS);
        answered.forEach(
                (id, index) -> assertThat(state.job(new JobKey("default", id)).map(Job::jobModifyIndex))
                        .as("job %s was answered", id)
                        .hasValue(index));
        List<String> runs = Files.readAllLines(temp.resolve("runs"));
        assertThat(runs).doesNotHaveDuplicates().containsAll(answered.keySet());
    }

    private static boolean hasEnded(ClusterState state) {
        List<Alloc> allocs = state.allocs();
        return allocs.size() == state.jobs().size()
                && allocs.stream().allMatch(alloc -> "complete".equals(alloc.clientStatus()));
    }

    /** Kills the program when so many jobs have been answered, in the middle of the next ones. */
    private void writeUntilKilled(int first, int jobs) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PlaneWriter.class.getName(),
                temp.resolve("data").toString(),
                temp.resolve("runs").toString(),
                Integer.toString(first));
        Process writer = new ProcessBuilder(command)
                .redirectError(temp.resolve("errors").toFile())
                .start();
        try (BufferedReader lines = writer.inputReader()) {
            int seen = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("answered ")) {
                    String[] words = line.split(" ");
                    answered.put(words[1], Long.parseLong(words[2]));
                    seen++;
                }
                if (seen == jobs) {
                    ProcessHandle.of(writer.pid()).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
            assertThat(seen).as(Files.readString(temp.resolve("errors"))).isGreaterThanOrEqualTo(jobs);
        }
        writer.waitFor();
    }
}
