package io.outrider.agent.job;

import io.outrider.state.model.alloc.AllocatedPortMapping;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the ports that a job asks for. Static ones are given as asked, whoever may hold them; dynamic ones are
 * free at the moment of asking.
 */
public final class Ports {

    private final String address;
    private final IntSupplier free;

    /** @param free gives a port that nobody holds */
    public Ports(String address, IntSupplier free) {
        this.address = address;
        this.free = free;
    }

    Given give(List<NetworkResource> asked) {
        List<NetworkResource> networks = new ArrayList<>();
        List<AllocatedPortMapping> mappings = new ArrayList<>();
        for (NetworkResource network : asked) {
            NetworkResource given = give(network);
            networks.add(given);
            List.of(orNone(given.reservedPorts()), orNone(given.dynamicPorts()))
                    .forEach(ports -> ports.forEach(port -> mappings.add(mapping(port))));
        }
        return new Given(networks, mappings);
    }

    private NetworkResource give(NetworkResource network) {
        return new NetworkResource(
                Objects.requireNonNullElse(network.mode(), "host"),
                network.device(),
                network.cidr(),
                address,
                network.hostname(),
                network.mBits(),
                network.dns(),
                network.reservedPorts(),
                orNone(network.dynamicPorts()).stream().map(this::numbered).toList(),
                network.cni());
    }

    private Port numbered(Port port) {
        long value = free.getAsInt();
        // -1 asks for the same number inside as outside.
        Long to = port.to() != null && port.to() == -1 ? Long.valueOf(value) : port.to();
        return new Port(port.label(), value, to, port.hostNetwork(), port.ignoreCollision());
    }

    private AllocatedPortMapping mapping(Port port) {
        return new AllocatedPortMapping(port.label(), port.value(), port.to(), address);
    }

    private static List<Port> orNone(@Nullable List<Port> ports) {
        return ports == null ? List.of() : ports;
    }

    /** What was given, in the two forms of an alloc. */
    record Given(List<NetworkResource> networks, List<AllocatedPortMapping> mappings) {}
}
