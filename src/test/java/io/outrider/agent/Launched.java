package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** One process of the launcher, its output in files. Ends with the test: close kills what is left of it. */
public final class Launched implements AutoCloseable {

    /** The checkout. */
    public static final Path ROOT = Path.of(System.getProperty("outrider.root"));

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration BUILD = Duration.ofMinutes(5);

    private final Process process;
    private final Path out;
    private final Path err;

    private Launched(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts {@code outrider args} in {@code dir}, which also takes its output. */
    public static Launched start(Path dir, String... args) {
        return start(dir, Map.of(), command(args));
    }

    /** The first start of a build makes the class-data archive, and says so on standard error: not in other tests. */
    private static final class Archive {
        private static final int MADE = make();

        private Archive() {}

        private static int make() {
            try {
                Process process = new ProcessBuilder(ROOT.resolve("outrider").toString(), "version")
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                return process.waitFor(BUILD.toSeconds(), TimeUnit.SECONDS) ? process.exitValue() : -1;
            } catch (IOException | InterruptedException e) {
                throw new AssertionError("the launcher makes its archive", e);
            }
        }
    }

    /** Starts any command in {@code dir} with more environment. */
    public static Launched start(Path dir, Map<String, String> env, List<String> command) {
        assertThat(Archive.MADE).as("exit code of outrider version").isZero();
        try {
            Path out = Files.createTempFile(dir, "launched-", ".out");
            Path err = Files.createTempFile(dir, "launched-", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(dir.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(env);
            return new Launched(builder.start(), out, err);
        } catch (IOException e) {
            throw new AssertionError("cannot start " + command, e);
        }
    }

    /** The launcher with arguments. */
    public static List<String> command(String... args) {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("outrider").toString()));
        command.addAll(List.of(args));
        return command;
    }

    /** The process. */
    public Process process() {
        return process;
    }

    /** Sends a signal by {@code kill}. */
    public void signal(String name) {
        signal(process.pid(), name);
    }

    /** Sends a signal to any process. */
    public static void signal(long pid, String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            assertThat(code).as("kill -%s", name).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("kill -" + name, e);
        }
    }

    /** Takes away the file systems for secrets that root's agents leave in a kept data directory. */
    public static void unmountBelow(Path dir) {
        // Below an empty or short path lies the whole machine.
        assertThat(dir)
                .startsWith(Path.of(System.getProperty("java.io.tmpdir")))
                .isAbsolute();
        assertThat(dir.getNameCount()).as("depth of %s", dir).isGreaterThan(1);
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
                String place = line.split(" ", -1)[1];
                if (place.startsWith(dir + "/")) {
                    new ProcessBuilder("umount", "-l", place)
                            .inheritIO()
                            .start()
                            .waitFor();
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether a process runs. A zombie does not: whether it is reaped is not up to us. */
    public static boolean lives(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until the output holds {@code text}. */
    public Launched awaitOut(String text) {
        return await(() -> out().contains(text), "output holds " + text);
    }

    /** Waits for anything. */
    public Launched await(BooleanSupplier condition, String what) {
        // Awaitility also fails on what any thread of this JVM throws: those are not of the process that is watched.
        Awaitility.await(what)
                .dontCatchUncaughtExceptions()
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(20))
                .failFast(
                        what + ": the process has ended\n" + out + "\n" + err,
                        () -> !process.isAlive() && !condition.getAsBoolean())
                .until(condition::getAsBoolean);
        return this;
    }

    /** Waits for the end and gives the exit code. */
    public int exitCode() {
        try {
            assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                    .as("has ended\nstdout:\n%s\nstderr:\n%s", out(), err())
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The standard output so far. */
    public String out() {
        return text(out);
    }

    /** The standard error so far. */
    public String err() {
        return text(err);
    }

    /** The standard output so far, by lines. */
    public List<String> lines() {
        return out().lines().toList();
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
