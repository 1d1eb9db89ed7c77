package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocatedPortMapping;
import io.outrider.state.model.alloc.AllocatedResources;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the ports that a job asks for. Static ones are given as asked, whoever may hold them; dynamic ones are
 * free at the moment of asking.
 */
public final class Ports {

    private final String address;
    private final Source free;

    /** @param free gives ports that nobody holds */
    public Ports(String address, Source free) {
        this.address = address;
        this.free = free;
    }

    /** Ports of the allocs that have not ended. */
    static Set<Integer> takenBy(JobStatus job) {
        return job.allocs().stream()
                .filter(alloc -> !JobStatus.ended(alloc))
                .flatMap(Ports::networks)
                .flatMap(network -> Stream.concat(
                        orNone(network.reservedPorts()).stream(), orNone(network.dynamicPorts()).stream()))
                .flatMap(port -> Stream.ofNullable(port.value()))
                .map(Long::intValue)
                .collect(Collectors.toSet());
    }

    private static Stream<NetworkResource> networks(Alloc alloc) {
        AllocatedResources given = alloc.allocatedResources();
        if (given == null) {
            return Stream.empty();
        }
        Stream<NetworkResource> shared =
                given.shared() == null ? Stream.empty() : orNone(given.shared().networks()).stream();
        Stream<NetworkResource> ofTasks = given.tasks() == null
                ? Stream.empty()
                : given.tasks().values().stream().flatMap(task -> orNone(task.networks()).stream());
        return Stream.concat(shared, ofTasks);
    }

    /** Dynamic ports are none of {@code taken}, and are added to it. */
    Given give(List<NetworkResource> asked, Set<Integer> taken) {
        List<NetworkResource> networks = new ArrayList<>();
        List<AllocatedPortMapping> mappings = new ArrayList<>();
        for (NetworkResource network : asked) {
            NetworkResource given = give(network, taken);
            networks.add(given);
            List.of(orNone(given.reservedPorts()), orNone(given.dynamicPorts()))
                    .forEach(ports -> ports.forEach(port -> mappings.add(mapping(port))));
        }
        return new Given(networks, mappings);
    }

    private NetworkResource give(NetworkResource network, Set<Integer> taken) {
        return new NetworkResource(
                Objects.requireNonNullElse(network.mode(), "host"),
                network.device(),
                network.cidr(),
                address,
                network.hostname(),
                network.mBits(),
                network.dns(),
                network.reservedPorts(),
                orNone(network.dynamicPorts()).stream()
                        .map(port -> numbered(port, taken))
                        .toList(),
                network.cni());
    }

    private Port numbered(Port port, Set<Integer> taken) {
        int number = free.free(taken);
        taken.add(number);
        long value = number;
        // -1 asks for the same number inside as outside.
        Long to = port.to() != null && port.to() == -1 ? Long.valueOf(value) : port.to();
        return new Port(port.label(), value, to, port.hostNetwork(), port.ignoreCollision());
    }

    private AllocatedPortMapping mapping(Port port) {
        return new AllocatedPortMapping(port.label(), port.value(), port.to(), address);
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    /** Where numbers for dynamic ports come from. */
    @FunctionalInterface
    public interface Source {
        /** A port that nobody holds and that is not {@code taken}; fails with {@link JobException}. May block. */
        int free(Set<Integer> taken);
    }

    /** What was given, in the two forms of an alloc. */
    record Given(List<NetworkResource> networks, List<AllocatedPortMapping> mappings) {}
}
