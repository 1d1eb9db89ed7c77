package io.outrider.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The job, the agents that run it one after the other, and everything they leave on disk and in the process table. */
final class Battlefield {

    static final int TASKS = 20;

    private static final Duration LONG = Duration.ofSeconds(120);

    private final Path dir;
    private final Path data;
    private final Path job;
    private final List<String> printed = new ArrayList<>();
    private String cursor = "oldest";

    Battlefield(Path dir) throws IOException {
        this.dir = dir;
        this.data = dir.resolve("data");
        this.job = dir.resolve("job.json");
        Files.writeString(job, job().toString());
    }

    Path data() {
        return data;
    }

    /** Every line that the agents printed, in order; a line cut short by a kill is not there. */
    List<String> printed() {
        return List.copyOf(printed);
    }

    static String task(int number) {
        return "t" + number;
    }

    /** The exit code that the task's script ends with. */
    static int exitCode(int number) {
        return number * 7 % 120;
    }

    /** Lets the task end by itself, as soon as it looks. */
    void letEnd(int number) throws IOException {
        Files.writeString(dir.resolve("end-" + number), "");
    }

    /** One agent, which goes on behind the last cursor that was read. */
    final class Agent implements AutoCloseable {
        private final Process process;
        private final Path out;

        Agent() throws IOException {
            out = Files.createTempFile(dir, "agent-", ".out");
            process = new ProcessBuilder(command())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            dir.resolve("agents.err").toFile()))
                    .start();
        }

        private List<String> command() {
            return List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xshare:auto",
                    "-cp",
                    System.getProperty("java.class.path"),
                    AgentUnderFire.class.getName(),
                    data.toString(),
                    job.toString(),
                    cursor);
        }

        /** Waits until it has printed something, or has ended. */
        Agent awaitLife() {
            Awaitility.await("the agent prints")
                    .atMost(LONG)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> !process.isAlive() || Files.size(out) > 0);
            return this;
        }

        void killAfter(Duration time) throws InterruptedException {
            process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
            process.destroyForcibly();
        }

        /** Waits for the end, takes what it printed and gives the exit code. */
        int end() throws InterruptedException, IOException {
            assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                    .as("agent ended: " + errors())
                    .isTrue();
            String text = Files.readString(out);
            List<String> lines =
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
            printed.addAll(lines);
            lines.stream()
                    .filter(line -> line.startsWith("event "))
                    .reduce((first, second) -> second)
                    .ifPresent(line -> cursor = line.split(" ", 3)[1]);
            return process.exitValue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    String errors() throws IOException {
        Path file = dir.resolve("agents.err");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** All that a task wrote. */
    List<String> lines(int number) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            Optional<Path> segment = files.filter(
                            file -> file.getFileName().toString().equals(task(number) + ".stdout.0"))
                    .findFirst();
            return segment.isEmpty()
                    ? List.of()
                    : new String(Files.readAllBytes(segment.get()), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        }
    }

    /** The pids that the task ran with, one for each start. */
    List<String> starts(int number) throws IOException {
        Path file = dir.resolve("starts-" + number);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Kills every process of this machine whose command line holds all {@code words}; gives how many there were. */
    static int kill(String... words) {
        List<ProcessHandle> found = find(words);
        found.forEach(ProcessHandle::destroyForcibly);
        return found.size();
    }

    static List<ProcessHandle> find(String... words) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    String line = commandLine(process.pid());
                    return Stream.of(words).allMatch(line::contains);
                })
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    /** Every task is a group of its own, so that the end of one does not end the others. */
    private ObjectNode job() {
        ObjectNode out = Json.mapper().createObjectNode();
        out.put("ID", "fire").put("Name", "fire").put("Type", "batch");
        ArrayNode groups = out.putArray("TaskGroups");
        for (int number = 0; number < TASKS; number++) {
            ObjectNode group = groups.addObject().put("Name", "g" + number).put("Count", 1);
            group.putObject("RestartPolicy")
                    .put("Attempts", 0)
                    .put("Mode", "fail")
                    .put("Interval", 60_000_000_000L)
                    .put("Delay", 1_000_000_000L);
            ObjectNode task = group.putArray("Tasks")
                    .addObject()
                    .put("Name", task(number))
                    .put("Driver", "raw_exec");
            task.putObject("Config")
                    .put("command", "/bin/sh")
                    .putArray("args")
                    .add("-c")
                    .add(script(number));
        }
        return out;
    }

    private String script(int number) {
        return "echo $$ >> " + dir.resolve("starts-" + number) + "; n=0; while [ ! -e " + dir.resolve("end-" + number)
                + " ]; do echo line $n; n=$((n+1)); sleep 0.02; done; echo lines: $n; exit " + exitCode(number);
    }
}
