package io.outrider.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** What {@code ./outrider run} costs before the first event, and while its task is idle. */
final class StartFigures {

    private static final Path LAUNCHER =
            Path.of(System.getProperty("outrider.root")).resolve("outrider");

    private static final int ROUNDS = 9;
    private static final long SETTLE_NANOS = 5_000_000_000L;
    private static final double MEGA = 1024.0;

    private final Path dir;

    StartFigures(Path dir) {
        this.dir = dir;
    }

    /** Gives how the launcher starts its JVM. */
    LauncherFlags measure(Table table) throws IOException {
        // Builds and archives, if that is still to be done.
        Shell.run(LAUNCHER + " version > /dev/null");
        Path job = Jobs.script(dir, "first", 1, "exit 0");
        double[] seconds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            seconds[i] = firstEvent(job);
        }
        table.add(Figure.atMost("start of ./outrider run -> first event, median (s)", 0.7, Figure.median(seconds)));
        return idle(table);
    }

    private double firstEvent(Path job) throws IOException {
        long before = System.nanoTime();
        Process run = launch(job);
        try (BufferedReader out = reader(run)) {
            awaitEvent(out);
            double seconds = (System.nanoTime() - before) / 1e9;
            while (out.readLine() != null) {
                // To its end, so that the next round is alone.
            }
            return seconds;
        } finally {
            run.destroyForcibly();
        }
    }

    private LauncherFlags idle(Table table) throws IOException {
        Process run = launch(Jobs.sleeping(dir, "idle-run", 1));
        try (BufferedReader out = reader(run)) {
            awaitEvent(out);
            long until = System.nanoTime() + SETTLE_NANOS;
            while (System.nanoTime() < until) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
            double pss = OwnProcesses.pssKb(run.pid()) / MEGA;
            table.add(Figure.atMost("JVM of ./outrider run, one idle task, PSS (MB)", 90, pss));
            LauncherFlags flags = LauncherFlags.of(run.pid(), dir);
            // Process.destroy would close the pipe that is read.
            run.toHandle().destroy();
            while (out.readLine() != null) {
                // Its task is stopped by now.
            }
            return flags;
        } finally {
            run.destroyForcibly();
        }
    }

    private Process launch(Path job) throws IOException {
        return new ProcessBuilder(LAUNCHER.toString(), "run", "-json", job.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void awaitEvent(BufferedReader out) throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith("{\"kind\":\"event\"")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new AssertionError("./outrider run ended without an event");
        }
    }
}
