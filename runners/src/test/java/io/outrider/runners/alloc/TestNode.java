package io.outrider.runners.alloc;

import io.outrider.drivers.Driver;
import io.outrider.drivers.logs.drain.DrainNotices;
import io.outrider.drivers.logs.drain.InProcessDrain;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.process.ProcessSupervisor;
import io.outrider.drivers.process.RawExecDriver;
import io.outrider.drivers.scripted.ScriptedDriver;
import io.outrider.runners.dir.AllocDirs;
import io.outrider.runners.dir.Ownership;
import io.outrider.runners.env.HostEnv;
import io.outrider.runners.env.NodeVariables;
import io.outrider.runners.hook.alloc.AllocHooks;
import io.outrider.runners.hook.task.TaskHooks;
import io.outrider.runners.task.TaskServices;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Workers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import reactor.core.scheduler.Scheduler;

/** The runners of one node with real processes, directories and logs. */
final class TestNode implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(60);

    private final Workers workers = new Workers();
    private final InProcessDrain drain;
    private final EpollLoop epoll;
    private final Map<String, Driver> drivers;
    private final NodeRunners runners;

    TestNode(Path dir, TestFeed feed, StateStore store) {
        Scheduler io = workers.blockingFailWhenFull("io", 8, 10_000);
        Scheduler timer = workers.single("timer");
        Clock clock = Clock.systemUTC();
        drain = InProcessDrain.start(new Silent(), clock, workers.parallel("drain-answers", 1));
        epoll = EpollLoop.start("agent-processes-1", failure -> {
            throw new AssertionError(failure);
        });
        ProcessSupervisor supervisor = new ProcessSupervisor(
                dir.resolve("run"),
                new ProcessSupervisor.Resources(clock, timer, io, epoll),
                System.getenv("PATH"),
                Optional.empty());
        drivers = Map.of(
                "raw_exec",
                new RawExecDriver(supervisor, io, true),
                "mock_driver",
                new ScriptedDriver(clock, timer, io));
        TaskServices tasks = new TaskServices(
                store,
                drivers,
                TaskHooks.all(drain, name -> true),
                () -> new NodeVariables(Map.of(), "dc1", "global", ""),
                new TaskServices.Time(clock, workers.parallel("runners", 2), timer, new Random()),
                TaskServices.Settings.standard(HostEnv.clean()));
        AllocServices services = new AllocServices(
                tasks,
                AllocHooks.all(),
                new AllocDirs(dir.resolve("alloc"), dir.resolve("logs"), Ownership.ofProcess(), io),
                AllocServices.Settings.standard());
        runners = new NodeRunners(
                services, feed, Objects.requireNonNull(store.open().block(LIMIT)));
        runners.start().block(LIMIT);
    }

    NodeRunners runners() {
        return runners;
    }

    Alloc alloc(String id) {
        return runners.alloc(id).orElseThrow(() -> new AssertionError("alloc " + id + " is not on the node"));
    }

    static void await(String what, BooleanSupplier condition) {
        await(() -> what, condition);
    }

    /** {@code what} is asked when it is too late, so that it can tell how things stand then. */
    static void await(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + LIMIT + ": " + what.get());
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    /** The agent leaves; tasks live on. */
    @Override
    public void close() {
        runners.close().block(LIMIT);
        drivers.values().forEach(driver -> driver.close().block(LIMIT));
        drain.close().block(LIMIT);
        epoll.close();
        workers.close(Duration.ofSeconds(5)).block(LIMIT);
    }

    private static final class Silent implements DrainNotices {
        @Override
        public void stalled(String stream, String reason) {}

        @Override
        public void resumed(String stream) {}

        @Override
        public void failed(Throwable error) {}
    }
}
