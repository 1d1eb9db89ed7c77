package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What 200 tasks cost that do nothing. */
final class IdleFigures {

    /** The program that tasks are. */
    static final String TASK = "sleep";

    private static final int COUNT = 200;
    private static final double MEGA = 1024.0;
    private static final double PERCENT = 100.0;
    private static final int SECONDS = 10;

    private final LauncherFlags flags;
    private final Path dir;

    IdleFigures(LauncherFlags flags, Path dir) {
        this.flags = flags;
        this.dir = dir;
    }

    void measure(Table table) {
        try (AgentProcess agent = AgentProcess.start(flags, dir.resolve("idle"))) {
            agent.await("started");
            // With its first task it also has its log drain.
            agent.tell("run " + Jobs.sleeping(dir, "first", 1));
            agent.await("running", "first");
            rest();
            double alone = own(agent).pssKb() / MEGA;
            agent.tell("run " + Jobs.sleeping(dir, "idle", COUNT - 1));
            agent.await("running", "idle");
            rest();
            OwnProcesses own = own(agent);
            assertThat(OwnProcesses.of(agent.dataDir()).only(TASK).all()).hasSize(COUNT);
            double all = own.pssKb() / MEGA;
            table.add(Figure.atMost("memory of all our processes, 200 idle tasks, PSS (MB)", 170, all));
            table.add(Figure.atMost("the same for each task beyond the first (MB)", 0.35, (all - alone) / (COUNT - 1)));
            table.note("memory: " + own.pssByProgram() + "; the tasks (" + TASK + ") are not counted");
            table.note("memory of agent and drain with one task: %.1f MB".formatted(alone));
            table.add(Figure.atMost("CPU of all our processes, 200 idle tasks (% of a core)", 1, cpu(own)));
        }
    }

    private static OwnProcesses own(AgentProcess agent) {
        return OwnProcesses.of(agent.dataDir()).without(TASK);
    }

    private static double cpu(OwnProcesses own) {
        long before = own.cpuNanos();
        rest();
        return (own.cpuNanos() - before) * PERCENT / TimeUnit.SECONDS.toNanos(SECONDS);
    }

    private static void rest() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }
}
