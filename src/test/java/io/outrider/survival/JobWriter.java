package io.outrider.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that registers, updates, scales and stops jobs of its own, one request after the other, and knows what was
 * answered. At most one request is without an answer: of that one either may be true.
 */
final class JobWriter {

    private static final int JOBS = 4;

    private final String name;
    private final Path dir;
    private final Random random;
    private final Map<String, Wanted> answered = new LinkedHashMap<>();
    private final Map<String, Long> indexes = new LinkedHashMap<>();
    private final Map<String, String> evals = new LinkedHashMap<>();
    private @Nullable Wanted open;
    private int writes;

    JobWriter(String name, Path dir, long seed) {
        this.name = name;
        this.dir = dir;
        this.random = new Random(seed);
    }

    /** What a job should be. {@code mark} tells versions apart; {@code priority} changes allocs in place. */
    private record Wanted(String job, String mark, int priority, int count, boolean stopped) {}

    /** How many writes were answered. */
    int writes() {
        return writes;
    }

    /** Writes until the agent dies. */
    void writeUntilDeath(ServedAgent agent) throws InterruptedException {
        try {
            while (true) {
                write(agent, next());
            }
        } catch (IOException e) {
            // The agent is dead: what was open stays open until it is looked at.
            return;
        }
    }

    private Wanted next() {
        String job = name + "-" + random.nextInt(JOBS);
        String mark = "m" + random.nextInt(1_000_000);
        Wanted now = answered.get(job);
        if (now == null || now.stopped()) {
            return new Wanted(job, mark, 50, 1 + random.nextInt(2), false);
        }
        return switch (random.nextInt(4)) {
            case 0 -> new Wanted(job, mark, now.priority(), now.count(), false);
            case 1 -> new Wanted(job, now.mark(), 1 + random.nextInt(100), now.count(), false);
            case 2 -> new Wanted(job, now.mark(), now.priority(), random.nextInt(4), false);
            default -> new Wanted(job, now.mark(), now.priority(), now.count(), true);
        };
    }

    private void write(ServedAgent agent, Wanted wanted) throws IOException, InterruptedException {
        Wanted now = answered.get(wanted.job());
        open = wanted;
        ServedAgent.Answer answer = send(agent, wanted, now);
        assertThat(answer.status()).as("%s: %s", wanted, answer.body()).isEqualTo(200);
        open = null;
        writes++;
        answered.put(wanted.job(), wanted);
        indexes.put(wanted.job(), answer.body().path("JobModifyIndex").asLong(0));
        String eval = answer.body().path("EvalID").asString("");
        if (!eval.isEmpty()) {
            evals.put(wanted.job(), eval);
        }
    }

    private ServedAgent.Answer send(ServedAgent agent, Wanted wanted, @Nullable Wanted now)
            throws IOException, InterruptedException {
        if (wanted.stopped()) {
            return agent.ask("DELETE", "/v1/job/" + wanted.job(), "");
        }
        if (now != null && !now.stopped() && now.count() != wanted.count()) {
            ObjectNode scale = Json.mapper().createObjectNode().put("Count", wanted.count());
            scale.putObject("Target").put("Group", "g");
            return agent.ask("PUT", "/v1/job/" + wanted.job() + "/scale", scale.toString());
        }
        return agent.ask("PUT", "/v1/jobs", job(wanted).toString());
    }

    /** Everything that was answered is there; what was open is taken as it turned out. */
    void check(ServedAgent agent) throws IOException, InterruptedException {
        Wanted unknown = open;
        open = null;
        if (unknown != null && !answered.containsKey(unknown.job())) {
            if (agent.ask("GET", "/v1/job/" + unknown.job(), "").status() == 200) {
                answered.put(unknown.job(), unknown);
            }
            unknown = null;
        }
        for (Map.Entry<String, Wanted> entry : answered.entrySet()) {
            JsonNode job = agent.get("/v1/job/" + entry.getKey());
            Wanted seen = seen(job);
            if (unknown != null && unknown.job().equals(entry.getKey()) && seen.equals(unknown)) {
                entry.setValue(unknown);
            }
            assertThat(seen).as("job after the kill: %s", job).isEqualTo(entry.getValue());
            assertThat(job.path("JobModifyIndex").asLong())
                    .as("index of %s", job)
                    .isGreaterThanOrEqualTo(indexes.getOrDefault(entry.getKey(), 0L));
        }
        for (Map.Entry<String, String> eval : evals.entrySet()) {
            assertThat(agent.get("/v1/evaluation/" + eval.getValue())
                            .path("JobID")
                            .asString(""))
                    .isEqualTo(eval.getKey());
        }
    }

    private static Wanted seen(JsonNode job) {
        return new Wanted(
                job.path("ID").asString(""),
                job.at("/TaskGroups/0/Tasks/0/Env/MARK").asString(""),
                job.path("Priority").asInt(-1),
                job.at("/TaskGroups/0/Count").asInt(-1),
                job.path("Stop").asBoolean(false));
    }

    /** How many allocs of each job are to run, by job and mark. */
    Map<String, Integer> running() {
        Map<String, Integer> out = new LinkedHashMap<>();
        answered.values().forEach(job -> out.put(job.job(), job.stopped() ? 0 : job.count()));
        return out;
    }

    /** Stops all jobs. */
    void stopAll(ServedAgent agent) throws IOException, InterruptedException {
        for (Wanted job : List.copyOf(answered.values())) {
            if (!job.stopped()) {
                write(agent, new Wanted(job.job(), job.mark(), job.priority(), job.count(), true));
            }
        }
    }

    private ObjectNode job(Wanted wanted) {
        ObjectNode job = Json.mapper().createObjectNode();
        job.put("ID", wanted.job()).put("Name", wanted.job()).put("Type", "service");
        job.put("Priority", wanted.priority());
        job.putArray("Datacenters").add("*");
        ObjectNode group = job.putArray("TaskGroups").addObject().put("Name", "g");
        group.put("Count", wanted.count());
        group.putObject("RestartPolicy")
                .put("Attempts", 0)
                .put("Mode", "fail")
                .put("Interval", 60_000_000_000L)
                .put("Delay", 1_000_000_000L);
        group.putObject("ReschedulePolicy").put("Attempts", 0).put("Unlimited", false);
        group.putObject("EphemeralDisk").put("SizeMB", 10);
        ObjectNode task = group.putArray("Tasks").addObject().put("Name", "t").put("Driver", "raw_exec");
        task.putObject("Env").put("MARK", wanted.mark());
        task.putObject("LogConfig").put("MaxFiles", 1).put("MaxFileSizeMB", 1);
        task.putObject("Resources").put("CPU", 1).put("MemoryMB", 10);
        task.putObject("Config")
                .put("command", "/bin/sh")
                .putArray("args")
                .add("-c")
                .add("echo $$ >> '" + dir + "'/starts-$NOMAD_ALLOC_ID; exec sleep 7200");
        ObjectNode request = Json.mapper().createObjectNode();
        request.set("Job", job);
        return request;
    }
}
