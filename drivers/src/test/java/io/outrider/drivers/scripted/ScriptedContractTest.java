package io.outrider.drivers.scripted;

import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverContract;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.TaskConfig.TaskLimits;
import io.outrider.drivers.TaskConfig.TaskNames;
import io.outrider.drivers.TaskId;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.scheduler.Scheduler;

class ScriptedContractTest extends DriverContract {

    @TempDir
    private Path dir;

    private final Workers workers = new Workers();
    private final Scheduler timer = workers.single("timer");
    private final Scheduler io = workers.blockingFailWhenFull("io", 4, 100);
    private ScriptedDriver driver;
    private int runs;

    @BeforeEach
    void open() {
        driver = new ScriptedDriver(Clock.systemUTC(), timer, io);
    }

    @AfterEach
    void close() {
        driver.close().block(LIMIT);
        workers.close(Duration.ofSeconds(5)).block(LIMIT);
    }

    @Override
    protected Driver driver() {
        return driver;
    }

    @Override
    protected Driver restart() {
        driver.close().block(LIMIT);
        open();
        return driver;
    }

    @Override
    protected TaskConfig exiting(int code) {
        return with(Map.of("exit_code", code));
    }

    @Override
    protected TaskConfig endless() {
        return with(Map.of("run_for", "1000s"));
    }

    @Override
    protected TaskConfig with(Map<String, Object> block) {
        Path task = dir.resolve("t");
        runs++;
        return new TaskConfig(
                new TaskId("a1", "t", "%08x".formatted(runs)),
                new TaskNames("default", "job", "job", "g"),
                Map.of(),
                block,
                Optional.empty(),
                new TaskDirs(dir, task, task.resolve("local"), task.resolve("secrets"), dir.resolve("alloc")),
                Optional.empty(),
                new TaskLimits(100, 64, 0));
    }

    @Override
    protected int starts() {
        try (Stream<Path> markers = Files.exists(dir.resolve("t")) ? Files.list(dir.resolve("t")) : Stream.empty()) {
            return (int) markers.filter(ScriptedContractTest::saysStarted).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean saysStarted(Path marker) {
        try {
            return !Files.readString(marker).equals("never");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
