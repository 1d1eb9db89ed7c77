package io.outrider.drivers.process;

import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.TaskConfig.TaskLimits;
import io.outrider.drivers.TaskConfig.TaskNames;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.cgroup.Cgroups;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A place where raw_exec tasks run, with as many agents, one after the other, as a test wants. */
final class Bench implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path dir;
    private final Optional<Cgroups> cgroups;
    private final String alloc = "a%07x".formatted(ThreadLocalRandom.current().nextInt(1 << 28));
    private Workers workers = new Workers();
    private EpollLoop loop = newLoop();
    private ProcessSupervisor supervisor;
    private RawExecDriver driver;

    Bench(Path dir, Optional<Cgroups> cgroups) {
        this.dir = dir;
        this.cgroups = cgroups;
        this.driver = newDriver(System.getenv("PATH"));
    }

    RawExecDriver driver() {
        return driver;
    }

    ProcessSupervisor supervisor() {
        return supervisor;
    }

    /** A new agent: nothing of the old one's memory is left. */
    RawExecDriver restart() {
        return restart(System.getenv("PATH"));
    }

    /** The same with programs of the system from other places. */
    RawExecDriver restart(String path) {
        closeAgent();
        workers = new Workers();
        loop = newLoop();
        driver = newDriver(path);
        return driver;
    }

    Path taskDir() {
        return dir.resolve("alloc/t");
    }

    Path runs() {
        return dir.resolve("run");
    }

    /** Where {@code $OUT} and {@code $OUT.suffix} lie. */
    Path outFile(String suffix) {
        return dir.resolve("out" + suffix);
    }

    /** A task that runs {@code script} in a shell. */
    TaskConfig shell(String script) {
        return command(Map.of("command", "/bin/sh", "args", List.of("-c", script)), Map.of());
    }

    TaskConfig command(Map<String, Object> block, Map<String, String> env) {
        Map<String, String> whole = new HashMap<>(env);
        whole.put("NOMAD_ALLOC_ID", alloc);
        whole.put("NOMAD_TASK_NAME", "t");
        whole.put("OUT", dir.resolve("out").toString());
        return exactly(block, whole);
    }

    TaskConfig exactly(Map<String, Object> block, Map<String, String> env) {
        Path task = taskDir();
        try {
            Files.createDirectories(task.resolve("local"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String run = "%08x".formatted(ThreadLocalRandom.current().nextInt());
        return new TaskConfig(
                new TaskId(alloc, "t", run),
                new TaskNames("default", "job", "job", "g"),
                env,
                block,
                Optional.empty(),
                new TaskDirs(dir.resolve("alloc"), task, task.resolve("local"), task, task),
                Optional.empty(),
                new TaskLimits(100, 64, 0));
    }

    static TaskConfig with(TaskConfig config, Optional<String> user, Optional<LogFifos> logs) {
        return new TaskConfig(
                config.id(), config.names(), config.env(), config.config(), user, config.dirs(), logs, config.limits());
    }

    TaskHandle start(TaskConfig config) {
        TaskHandle handle = prepare(config);
        driver.start(handle, config).block(LIMIT);
        return handle;
    }

    TaskHandle prepare(TaskConfig config) {
        return Objects.requireNonNull(driver.prepare(config).block(LIMIT));
    }

    int pid(TaskId id) {
        return Integer.parseInt(Objects.requireNonNull(driver.inspect(id).block(LIMIT))
                .attributes()
                .get("pid"));
    }

    /** What tasks have written to {@code $OUT}, once it holds as many lines. */
    List<String> out(int lines) {
        return until(() -> readOut(), found -> found.size() >= lines);
    }

    /** Whether any run has written down a start. */
    boolean hasStarted() {
        try (Stream<Path> all = Files.exists(runs()) ? Files.walk(runs()) : Stream.empty()) {
            return all.anyMatch(file -> file.getFileName().toString().equals("task"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> readOut() {
        try {
            Path out = dir.resolve("out");
            return Files.exists(out) ? Files.readAllLines(out) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a process is there and has not ended. */
    static boolean lives(int pid) {
        return ProcStat.read(pid).filter(stat -> !stat.hasEnded()).isPresent();
    }

    static void until(BooleanSupplier condition) {
        until(condition::getAsBoolean, held -> held);
    }

    static <T> T until(Supplier<T> value, java.util.function.Predicate<T> condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            T now = value.get();
            if (condition.test(now)) {
                return now;
            }
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        }
        throw new AssertionError("not so within " + LIMIT + ": " + value.get());
    }

    @Override
    public void close() {
        restart();
        supervisor.prune(List.of()).block(LIMIT);
        closeAgent();
    }

    private void closeAgent() {
        driver.close().block(LIMIT);
        loop.close();
        workers.close(Duration.ofSeconds(5)).block(LIMIT);
    }

    private RawExecDriver newDriver(String path) {
        var io = workers.blockingFailWhenFull("io", 8, 1000);
        var resources = new ProcessSupervisor.Resources(Clock.systemUTC(), workers.single("timer"), io, loop);
        supervisor = new ProcessSupervisor(runs(), resources, path, cgroups);
        return new RawExecDriver(supervisor, io, true);
    }

    private static EpollLoop newLoop() {
        return EpollLoop.start("agent-processes-1", failure -> {
            throw new AssertionError(failure);
        });
    }
}
