package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.AgentProcess.Answer;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** How fast things happen. */
final class SpeedFigures {

    private static final int MANY = 100;
    private static final int SINGLE_JOBS = 40;
    private static final int EXITS = 200;
    private static final long SETTLE_NANOS = 1_000_000_000;
    private static final long BETWEEN_EXITS_NANOS = 20_000_000;

    private final LauncherFlags flags;
    private final Path dir;

    SpeedFigures(LauncherFlags flags, Path dir) {
        this.flags = flags;
        this.dir = dir;
    }

    /** A fresh agent, its first job; then it is killed, and another one takes over. */
    void hundredTasks(Table table) throws IOException {
        Path data = dir.resolve("many");
        try (AgentProcess first = AgentProcess.start(flags, data)) {
            Answer started = first.await("started");
            table.add(Figure.of("NodeAgent.start, new directory (ms)", millis(started.word(0))));
            table.add(Figure.of(
                    "spawn of the JVM -> NodeAgent has started (s)",
                    Figure.number((started.nanos() - first.spawned()) / 1e9)));
            LockSupport.parkNanos(SETTLE_NANOS);
            first.tell("run " + Jobs.sleeping(dir, "many", MANY));
            long submitted = first.await("placed").nanos();
            double seconds = (first.await("running").nanos() - submitted) / 1e9;
            table.add(Figure.atMost("submit -> running, 100 tasks, the agent's first job (s)", 1.5, seconds));
            takeOver(first, table);
        }
    }

    private void takeOver(AgentProcess first, Table table) {
        var tasks = OwnProcesses.of(first.dataDir()).only(IdleFigures.TASK).all();
        long killed = System.nanoTime();
        first.kill();
        try (AgentProcess second = AgentProcess.start(flags, first.dataDir())) {
            second.tell("usage");
            Answer usage = second.await("usage");
            Answer started = second.await("started");
            assertThat(usage.word(0)).as("tasks with a sample").isEqualTo(Integer.toString(MANY));
            assertThat(OwnProcesses.of(first.dataDir()).only(IdleFigures.TASK).all())
                    .isEqualTo(tasks)
                    .hasSize(MANY);
            table.add(Figure.atMost(
                    "kill -9 of the agent -> usage of all 100 tasks (s)", 1, (usage.nanos() - killed) / 1e9));
            table.note("of these, until the new agent has started: %.2f s, in NodeAgent.start %s ms"
                    .formatted((started.nanos() - killed) / 1e9, millis(started.word(0))));
            second.tell("run " + Jobs.sleeping(dir, "more", MANY));
            long submitted = second.await("placed").nanos();
            table.add(Figure.of(
                    "submit -> running, 100 more tasks, the new agent (s)",
                    Figure.number((second.await("running").nanos() - submitted) / 1e9)));
        }
    }

    void firstInstruction(Table table) throws IOException {
        try (AgentProcess agent = AgentProcess.start(flags, dir.resolve("first"));
                StampFifo fifo = StampFifo.make(dir.resolve("first.fifo"))) {
            agent.await("started");
            double[] millis = new double[SINGLE_JOBS];
            for (int i = 0; i < SINGLE_JOBS; i++) {
                String name = "first-" + i;
                agent.tell("run " + Jobs.script(dir, name, 1, "echo $NOMAD_ALLOC_ID > " + fifo.path()));
                StampFifo.Stamp stamp = fifo.next();
                millis[i] = (stamp.nanos() - agent.await("placed", name).nanos()) / 1e6;
                agent.await("event", "Terminated", stamp.line());
            }
            table.add(Figure.atMost("submit -> first instruction, one task, p50 (ms)", 40, Figure.median(millis)));
            table.add(Figure.of(
                    "the same, p99 and the first of all (ms)",
                    Figure.number(Figure.quantile(millis, 0.99)) + " / " + Figure.number(millis[0])));
        }
    }

    /** All tasks run; one after the other is told to end, by a byte that it waits for. */
    void exitToEvent(Table table) throws IOException {
        Path gates = Files.createDirectories(dir.resolve("gates"));
        Shell.run("cd " + gates + " && mkfifo $(seq 0 " + (EXITS - 1) + ")");
        try (AgentProcess agent = AgentProcess.start(flags, dir.resolve("exits"));
                StampFifo fifo = StampFifo.make(dir.resolve("exits.fifo"))) {
            agent.await("started");
            String script = "echo $NOMAD_ALLOC_INDEX $NOMAD_ALLOC_ID > " + fifo.path() + "; read x < " + gates
                    + "/$NOMAD_ALLOC_INDEX; exit 0";
            agent.tell("run " + Jobs.script(dir, "exits", EXITS, script));
            Map<String, String> allocs = new HashMap<>();
            while (allocs.size() < EXITS) {
                String[] words = fifo.next().line().split(" ");
                allocs.put(words[0], words[1]);
            }
            agent.await("running");
            double[] millis = new double[EXITS];
            double[] told = new double[EXITS];
            for (int i = 0; i < EXITS; i++) {
                millis[i] = exitToEvent(agent, gates.resolve("" + i), allocs.get("" + i));
                Answer event = agent.await("event", "Terminated", allocs.get("" + i));
                told[i] = Long.parseLong(event.word(2)) / 1e6;
            }
            table.add(Figure.atMost("exit -> event at a subscriber, p50 (ms)", 3, Figure.median(millis)));
            table.add(Figure.atMost("exit -> event at a subscriber, p99 (ms)", 15, Figure.quantile(millis, 0.99)));
            table.note("of these, from the time in the event to the subscriber: p50 %s ms, p99 %s ms"
                    .formatted(Figure.number(Figure.median(told)), Figure.number(Figure.quantile(told, 0.99))));
        }
    }

    /** From before the byte is written: the task's own way to its end is in it. */
    private static double exitToEvent(AgentProcess agent, Path gate, String alloc) throws IOException {
        try (FileOutputStream out = new FileOutputStream(gate.toFile())) {
            LockSupport.parkNanos(BETWEEN_EXITS_NANOS);
            long before = System.nanoTime();
            out.write('\n');
            return (agent.await("event", "Terminated", alloc).nanos() - before) / 1e6;
        }
    }

    private static String millis(String nanos) {
        return Figure.number(Long.parseLong(nanos) / 1e6);
    }
}
