package io.outrider.agent;

import io.outrider.drivers.Driver;
import io.outrider.drivers.cgroup.Cgroups;
import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.drain.DrainNotices;
import io.outrider.drivers.logs.drain.InProcessDrain;
import io.outrider.drivers.logs.service.DrainClient;
import io.outrider.drivers.logs.service.DrainConfig;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.process.ProcessSupervisor;
import io.outrider.drivers.process.RawExecDriver;
import io.outrider.drivers.procfs.LeftShims;
import io.outrider.drivers.scripted.ScriptedDriver;
import io.outrider.streams.Scope;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** What runs tasks and moves their output: the drivers, the log drain, and the loop that watches processes. */
final class Supervision {

    private static final Logger LOG = LoggerFactory.getLogger(Supervision.class);
    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private final EpollLoop loop;
    private final LogDrain drain;
    private final Scheduler io;
    private final Map<String, Driver> drivers = new LinkedHashMap<>();
    private final Scope scope = new Scope("supervision", (work, error) -> LOG.warn("{}: {}", work, error.toString()));

    private Supervision(EpollLoop loop, LogDrain drain, Scheduler io) {
        this.loop = loop;
        this.drain = drain;
        this.io = io;
    }

    /** Starts loop, drain and drivers; starts and touches no task. Blocking. */
    static Supervision start(NodeAgentConfig config, Scheduler timer, Scheduler io) {
        EpollLoop loop =
                EpollLoop.start("agent-epoll-1", error -> LOG.error("watching processes failed: {}", error.toString()));
        Supervision made = new Supervision(loop, drain(config, io), io);
        String path = Objects.requireNonNullElse(System.getenv("PATH"), PATH);
        ProcessSupervisor processes = new ProcessSupervisor(
                config.dataDir().resolve("runs"),
                new ProcessSupervisor.Resources(config.clock(), timer, io, loop),
                path,
                Cgroups.detect(Path.of("/proc/self/mounts"), "outrider"));
        made.add(new RawExecDriver(processes, io, true));
        made.add(new ScriptedDriver(config.clock(), timer, io));
        return made;
    }

    private static LogDrain drain(NodeAgentConfig config, Scheduler io) {
        DrainNotices notices = new LoggedNotices();
        if (config.logMode() == LogMode.IN_PROCESS) {
            return InProcessDrain.start(notices, config.clock(), io);
        }
        DrainConfig drain = DrainConfig.of(
                config.dataDir().resolve("drain"), config.dataDir().resolve("native"), version());
        return DrainClient.start(drain, io, notices);
    }

    private static String version() {
        return Objects.requireNonNullElse(Supervision.class.getPackage().getImplementationVersion(), "unpacked");
    }

    private void add(Driver driver) {
        drivers.put(driver.name(), driver);
    }

    Map<String, Driver> drivers() {
        return drivers;
    }

    /** Whether tasks of a driver print into log FIFOs. */
    boolean collectsLogs(String driver) {
        return Optional.ofNullable(drivers.get(driver))
                .map(found -> found.capabilities().collectsLogs())
                .orElse(false);
    }

    LogDrain drain() {
        return drain;
    }

    /** Gets a log drain ready beside everything else: the first task shall not have to wait for it. */
    void prepareDrain() {
        scope.add("log drain", drain.ready());
    }

    /** Ends what former agents left running in directories that have been removed since. */
    void tidy() {
        scope.add("left shims", Mono.fromRunnable(LeftShims::endIdle).subscribeOn(io));
    }

    /** Lets go of everything, in reverse; tasks and a drain process live on. */
    Mono<Void> close() {
        List<Mono<Void>> ends = drivers.values().stream().map(Driver::close).toList();
        return Flux.concatDelayError(Flux.just(scope.close())
                        .concatWith(Flux.fromIterable(ends))
                        .concatWithValues(drain.close(), Mono.fromRunnable(loop::close)))
                .then();
    }

    /** What a drain has to say goes to the log of the host program. */
    private static final class LoggedNotices implements DrainNotices {
        @Override
        public void stalled(String stream, String reason) {
            LOG.warn("output of {} cannot be stored now: {}. Its task waits when its pipe is full.", stream, reason);
        }

        @Override
        public void resumed(String stream) {
            LOG.warn("output of {} is stored again, nothing was lost", stream);
        }

        @Override
        public void failed(Throwable error) {
            LOG.error("log drain: {}", error.toString());
        }
    }
}
