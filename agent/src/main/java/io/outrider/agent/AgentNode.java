package io.outrider.agent;

import io.outrider.drivers.Driver;
import io.outrider.metrics.fingerprint.HostFacts;
import io.outrider.state.model.node.DriverInfo;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.node.NodeReservedResources;
import io.outrider.state.model.node.NodeResources;
import io.outrider.state.model.resource.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The node that an agent is, as far as job files ask for it. Blocking: it reads small files. */
final class AgentNode {

    private static final long MIB = 1L << 20;
    private static final long FIRST_PORT = 20_000;
    private static final long LAST_PORT = 32_000;
    /** Signals that drivers here can send, as job files name them. */
    private static final List<String> SIGNALS = List.of(
            "SIGABRT",
            "SIGALRM",
            "SIGBUS",
            "SIGCHLD",
            "SIGCONT",
            "SIGFPE",
            "SIGHUP",
            "SIGILL",
            "SIGINT",
            "SIGIO",
            "SIGIOT",
            "SIGKILL",
            "SIGPIPE",
            "SIGPROF",
            "SIGQUIT",
            "SIGSEGV",
            "SIGSTOP",
            "SIGSYS",
            "SIGTERM",
            "SIGTRAP",
            "SIGTSTP",
            "SIGTTIN",
            "SIGTTOU",
            "SIGURG",
            "SIGUSR1",
            "SIGUSR2",
            "SIGWINCH",
            "SIGXCPU",
            "SIGXFSZ");

    /** Of the reference whose job files and API are understood here: jobs ask for it. */
    private static final String SPOKEN_VERSION = "1.6.3";

    private AgentNode() {}

    /** The node of an agent. */
    static Node of(NodeAgentConfig config, String id, Drivers drivers) {
        Map<String, String> attributes =
                new HashMap<>(HostFacts.ofThisMachine(config.dataDir()).attributes());
        attributes.put("os.signals", String.join(",", SIGNALS));
        attributes.put("nomad.version", SPOKEN_VERSION);
        attributes.put("nomad.service_discovery", "true");
        attributes.putAll(drivers.attributes());
        attributes.putAll(config.attributes());
        Amounts has = Amounts.of(attributes);
        Instant now = config.clock().instant();
        return new Node(
                id,
                null,
                config.datacenter(),
                config.nodeName().orElse(attributes.getOrDefault("unique.hostname", "localhost")),
                null,
                false,
                attributes,
                has.resources(),
                Amounts.NONE.resources(),
                has.nodeResources(),
                reserved(),
                Map.of(),
                config.nodeMeta(),
                "",
                null,
                "default",
                null,
                false,
                null,
                "eligible",
                "ready",
                "",
                now.getEpochSecond(),
                0L,
                0L,
                null,
                drivers.infos(now),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static NodeReservedResources reserved() {
        return new NodeReservedResources(
                new NodeReservedResources.ReservedCpu(0L, null),
                new NodeReservedResources.ReservedMemory(0L),
                new NodeReservedResources.ReservedDisk(0L),
                new NodeReservedResources.ReservedNetwork(""));
    }

    /**
     * The drivers of an agent.
     *
     * @param names of those that are there
     * @param attributes what they found
     */
    record Drivers(Set<String> names, Map<String, String> attributes) {

        Map<String, DriverInfo> infos(Instant now) {
            return names.stream()
                    .collect(
                            Collectors.toMap(name -> name, name -> info(name, now), (one, other) -> one, TreeMap::new));
        }

        private DriverInfo info(String name, Instant now) {
            Map<String, String> own = new TreeMap<>(attributes);
            own.keySet().removeIf(key -> !key.equals("driver." + name) && !key.startsWith("driver." + name + "."));
            return new DriverInfo(own, true, true, "Healthy", now);
        }
    }

    /** CPU in MHz, memory and disk in MiB; what is unknown is absent, and then nothing of it is counted. */
    private record Amounts(
            @Nullable Long cpu,
            @Nullable Long cores,
            @Nullable Long memory,
            @Nullable Long disk) {

        static final Amounts NONE = new Amounts(0L, 0L, 0L, 0L);

        static Amounts of(Map<String, String> attributes) {
            return new Amounts(
                    number(attributes, "cpu.totalcompute", 1),
                    number(attributes, "cpu.numcores", 1),
                    number(attributes, "memory.totalbytes", MIB),
                    number(attributes, "unique.storage.bytesfree", MIB));
        }

        private static @Nullable Long number(Map<String, String> attributes, String name, long unit) {
            try {
                return Long.parseLong(attributes.getOrDefault(name, "")) / unit;
            } catch (NumberFormatException e) {
                return null;
            }
        }

        Resources resources() {
            return new Resources(cpu, cores, memory, 0L, disk, 0L, null, null, null, null);
        }

        NodeResources nodeResources() {
            List<Long> reservable = cores == null
                    ? List.of()
                    : LongStream.range(0, cores).boxed().toList();
            return new NodeResources(
                    new NodeResources.NodeCpu(cpu, cores, reservable),
                    new NodeResources.NodeMemory(memory),
                    new NodeResources.NodeDisk(disk),
                    null,
                    null,
                    null,
                    FIRST_PORT,
                    LAST_PORT);
        }
    }

    /**
     * Node attributes that drivers find: what the first fingerprint of each says. Fails with an {@link AgentException}
     * that names one that says nothing.
     */
    static Mono<Map<String, String>> driverAttributes(Collection<Driver> drivers, Duration patience, Scheduler timer) {
        return Flux.fromIterable(drivers)
                .flatMap(driver -> driver.fingerprint()
                        .next()
                        .timeout(patience, Mono.error(() -> silent(driver, patience)), timer))
                .collect(HashMap::new, (all, found) -> all.putAll(found.attributes()));
    }

    private static AgentException silent(Driver driver, Duration patience) {
        return new AgentException(
                AgentException.Kind.DRIVER_SILENT,
                "driver \"" + driver.name() + "\" did not say within " + patience.toMillis()
                        + " ms what it finds on this machine: the machine is very busy, or a file system hangs; try"
                        + " again");
    }
}
