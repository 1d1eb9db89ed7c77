package io.outrider.drivers.process;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.ConfigSpec.Field;
import io.outrider.drivers.ConfigSpec.Type;
import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverCapabilities;
import io.outrider.drivers.DriverCapabilities.FsIsolation;
import io.outrider.drivers.DriverEvent;
import io.outrider.drivers.DriverException;
import io.outrider.drivers.DriverFingerprint;
import io.outrider.drivers.DriverFingerprint.Health;
import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.config.ConfigDecoder;
import io.outrider.drivers.config.DriverConfig;
import io.outrider.drivers.host.CommandLookup;
import io.outrider.drivers.host.User;
import io.outrider.drivers.posix.Signal;
import io.outrider.streams.Once;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The driver {@code raw_exec}: a process of this machine, with its own session and environment and nothing more. */
public final class RawExecDriver implements Driver {

    private static final Logger LOG = LoggerFactory.getLogger(RawExecDriver.class);
    /** The name that job files use. */
    public static final String NAME = "raw_exec";

    /** What its {@code config} block may hold. */
    public static final ConfigSpec CONFIG = new ConfigSpec(
            List.of(new Field("command", Type.STRING, true), new Field("args", Type.LIST_OF_STRING, false)));

    private final ProcessSupervisor supervisor;
    private final Scheduler io;
    private final boolean enabled;
    private final ConfigDecoder decoder = new ConfigDecoder(CONFIG);
    private final CommandLookup lookup;
    private final Once<Boolean> closed = new Once<>();

    /**
     * @param supervisor runs the processes; closed with the driver
     * @param io for blocking work
     * @param enabled the plugin option of that name
     */
    public RawExecDriver(ProcessSupervisor supervisor, Scheduler io, boolean enabled) {
        this.supervisor = supervisor;
        this.io = io;
        this.enabled = enabled;
        this.lookup = new CommandLookup(supervisor.tools());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public DriverCapabilities capabilities() {
        return new DriverCapabilities(true, true, FsIsolation.NONE, true);
    }

    @Override
    public ConfigSpec configSpec() {
        return CONFIG;
    }

    @Override
    public Flux<DriverFingerprint> fingerprint() {
        return Mono.fromCallable(this::look)
                .subscribeOn(io)
                .concatWith(Flux.never())
                .takeUntilOther(closed.value());
    }

    @Override
    public Flux<DriverEvent> events() {
        return Flux.<DriverEvent>never().takeUntilOther(closed.value());
    }

    @Override
    public Mono<TaskHandle> prepare(TaskConfig config) {
        return Mono.fromCallable(() -> {
            if (!enabled) {
                throw new DriverException(DriverException.Kind.FATAL, "raw_exec is disabled");
            }
            decoder.decode(config.config());
            return supervisor
                    .prepare(config.id(), config.dirs().taskDir(), config.user())
                    .toHandle(NAME, config.id());
        });
    }

    @Override
    public Mono<StartedTask> start(TaskHandle handle, TaskConfig config) {
        return Mono.defer(() -> supervisor.start(handle.id(), RunHandle.of(handle), () -> spec(config)))
                .thenReturn(new StartedTask(Optional.empty()));
    }

    @Override
    public Mono<Recovery> recover(TaskHandle handle) {
        return supervisor.recover(handle);
    }

    @Override
    public Mono<ExitResult> exit(TaskId id) {
        return supervisor.exit(id);
    }

    @Override
    public Mono<Void> stop(TaskId id, String signal, Duration timeout) {
        return supervisor.stop(id, signal(signal), timeout);
    }

    @Override
    public Mono<Void> signal(TaskId id, String signal) {
        return supervisor.signal(id, signal(signal));
    }

    @Override
    public Mono<Void> destroy(TaskId id, boolean force) {
        return supervisor.destroy(id, force);
    }

    @Override
    public Mono<Void> discard(TaskHandle handle) {
        return supervisor.discard(handle);
    }

    @Override
    public Mono<TaskStatus> inspect(TaskId id) {
        return supervisor.inspect(id);
    }

    @Override
    public Flux<TaskUsage> usage(TaskId id, Duration interval) {
        return supervisor.usage(id, interval);
    }

    @Override
    public Mono<ExecResult> exec(TaskId id, List<String> command, Duration timeout) {
        return supervisor.exec(id, command, timeout);
    }

    @Override
    public Mono<Void> prune(Collection<TaskHandle> known) {
        return supervisor.prune(known);
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            closed.set(true);
            return supervisor.close();
        });
    }

    private DriverFingerprint look() {
        if (!enabled) {
            return new DriverFingerprint(Health.UNDETECTED, "disabled", Map.of());
        }
        Map<String, String> attributes = Map.of("driver.raw_exec", "true");
        return supervisor
                .obstacle()
                .map(text -> new DriverFingerprint(Health.UNHEALTHY, text, attributes))
                .orElseGet(() -> new DriverFingerprint(Health.HEALTHY, "Healthy", attributes));
    }

    private ProcessSpec spec(TaskConfig config) {
        DriverConfig decoded = decoder.decode(config.config());
        Path taskDir = config.dirs().taskDir();
        Optional<User> user = config.user().filter(name -> !name.isEmpty()).flatMap(lookup::user);
        List<String> command =
                lookup.command(taskDir, decoded.string("command").orElseThrow(), decoded.strings("args"), user);
        return new ProcessSpec(config.id(), command, config.env(), taskDir, user, config.logs(), List.of());
    }

    /** An unknown name means SIGINT, and is no error: so the reference (golden data, surprise 5). */
    private static Signal signal(String name) {
        if (name.isEmpty()) {
            return Signal.SIGINT;
        }
        return Signal.named(name).orElseGet(() -> {
            LOG.warn("unknown signal to send to task, using SIGINT instead: {}", name);
            return Signal.SIGINT;
        });
    }
}
