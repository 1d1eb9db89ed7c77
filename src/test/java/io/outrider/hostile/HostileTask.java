package io.outrider.hostile;

import io.outrider.agent.LogQuery;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.job.RunningJob;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent, one after the other on the same data directory, and its one task {@code web} of the user nobody. The task
 * counts its runs in {@code alloc/data/runs}; the first one attacks, says so and fails, the second goes on for ever,
 * prints, and attacks once more when {@code alloc/data/again} is there.
 */
final class HostileTask implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SCRIPT = """
            umask 0
            exec 2>&1
            cd "$NOMAD_ALLOC_DIR/data"
            attack() {
            %s
            }
            echo run >> runs
            runs=$(wc -l < runs)
            echo "run $runs as $(id -un)"
            if [ $runs = 1 ]; then
              (attack)
              echo attacked once
              exit 1
            fi
            n=0
            while :; do
              if [ -e again ]; then rm again; (attack); echo attacked twice; touch done; fi
              n=$((n+1))
              echo "alive $n"
              sleep 0.1
            done
            """;

    private final Path data;
    private final Job job;
    private NodeAgent agent;
    private String alloc = "";

    HostileTask(Path data, String attack) {
        this.data = data;
        this.job = Json.mapper().readValue(job(SCRIPT.formatted(attack)).toString(), Job.class);
        this.agent = start();
    }

    /** Leaves the agent, whose task lives on, and starts the next one. */
    void restartAgent() {
        agent.close().block(PATIENCE);
        agent = start();
    }

    Path folder(String inAlloc) {
        return data.resolve("alloc").resolve(alloc).resolve(inAlloc);
    }

    /** All that readers are given of its output. */
    String output() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Fd fd : Fd.values()) {
            agent.logs(new LogQuery(alloc, "web", fd, 0, false))
                    .ofType(LogItem.Data.class)
                    .doOnNext(data -> all.writeBytes(data.bytes()))
                    .blockLast(PATIENCE);
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    void awaitOutput(String text) {
        Awaitility.await("in the output: " + text)
                .atMost(Duration.ofSeconds(60))
                .until(() -> output().contains(text));
    }

    /** The highest number that it has counted to, as far as readers know. */
    long count() {
        return output().lines()
                .filter(line -> line.matches("alive [0-9]+"))
                .mapToLong(line -> Long.parseLong(line.substring("alive ".length())))
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        JobKey key = new JobKey("default", "hostile");
        agent.kill(key).block(PATIENCE);
        agent.ended(key).block(PATIENCE);
        agent.close().block(PATIENCE);
    }

    private NodeAgent start() {
        NodeAgent made = NodeAgent.create(NodeAgentConfig.builder(data).build());
        made.start().block(PATIENCE);
        RunningJob running = Objects.requireNonNull(made.run(job).block(PATIENCE));
        alloc = Objects.requireNonNull(running.allocs().get(0).id());
        return made;
    }

    private static ObjectNode job(String script) {
        ObjectNode out = Json.mapper().createObjectNode();
        out.put("ID", "hostile").put("Name", "hostile").put("Type", "service");
        ObjectNode group =
                out.putArray("TaskGroups").addObject().put("Name", "g").put("Count", 1);
        group.putObject("RestartPolicy")
                .put("Attempts", 5)
                .put("Mode", "fail")
                .put("Interval", 600_000_000_000L)
                .put("Delay", 100_000_000L);
        ObjectNode task = group.putArray("Tasks")
                .addObject()
                .put("Name", "web")
                .put("Driver", "raw_exec")
                .put("User", "nobody");
        task.putObject("Config")
                .put("command", "/bin/sh")
                .putArray("args")
                .add("-c")
                .add(script);
        return out;
    }
}
