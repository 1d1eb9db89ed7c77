package io.outrider.agent.standalone.room;

import io.outrider.state.model.alloc.AllocatedPortMapping;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Numbers for the ports that a group asks for. Static ones are given once; dynamic ones are free at the time. */
public final class PortChoice {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 20;
    private static final String ADDRESS = "127.0.0.1";

    private final RandomGenerator random;
    private final IntPredicate isFree;
    private final Room room;
    /** By this choice itself. */
    private final Set<Long> taken = new HashSet<>();

    private @Nullable String refusal;

    public PortChoice(Chance chance, Room room) {
        this.random = chance.random();
        this.isFree = chance.portIsFree();
        this.room = room;
    }

    /** Why the ports cannot be given; null: they can. */
    public @Nullable String refusal() {
        return refusal;
    }

    /** Networks with numbers for all ports; null when none are asked for. */
    public @Nullable List<NetworkResource> give(@Nullable List<NetworkResource> asked) {
        return asked == null || asked.isEmpty()
                ? null
                : asked.stream().map(this::give).toList();
    }

    private NetworkResource give(NetworkResource network) {
        List<Port> reserved = all(network.reservedPorts());
        reserved.forEach(this::take);
        List<Port> dynamic =
                all(network.dynamicPorts()).stream().map(this::numbered).toList();
        return new NetworkResource(
                network.mode(),
                network.device(),
                network.cidr(),
                ADDRESS,
                network.hostname(),
                network.mBits(),
                network.dns(),
                reserved.isEmpty() ? null : reserved,
                dynamic.isEmpty() ? null : dynamic,
                network.cni());
    }

    private void take(Port port) {
        long value = port.value() == null ? 0 : port.value();
        if ((room.hasPort(value) || !taken.add(value)) && refusal == null) {
            refusal = "network: reserved port collision " + port.label() + "=" + value;
        }
    }

    private Port numbered(Port port) {
        long value = choose();
        // -1 asks for the same number inside as outside.
        Long to = port.to() != null && port.to() == -1 ? Long.valueOf(value) : port.to();
        return new Port(port.label(), value, to, port.hostNetwork(), port.ignoreCollision());
    }

    private long choose() {
        for (int tries = 0; tries < TRIES; tries++) {
            int port = random.nextInt(FIRST, LAST + 1);
            if (takes(port)) {
                return port;
            }
        }
        for (int port = FIRST; port <= LAST; port++) {
            if (takes(port)) {
                return port;
            }
        }
        refusal = "network: dynamic port selection failed";
        return 0;
    }

    private boolean takes(int port) {
        return !room.hasPort(port) && !taken.contains((long) port) && isFree.test(port) && taken.add((long) port);
    }

    /** The ports of networks, static ones first; null for none. */
    public static @Nullable List<AllocatedPortMapping> mappings(@Nullable List<NetworkResource> networks) {
        List<AllocatedPortMapping> mappings = new ArrayList<>();
        for (NetworkResource network : networks == null ? List.<NetworkResource>of() : networks) {
            all(network.reservedPorts()).forEach(port -> mappings.add(mapping(port, network)));
            all(network.dynamicPorts()).forEach(port -> mappings.add(mapping(port, network)));
        }
        return mappings.isEmpty() ? null : mappings;
    }

    private static AllocatedPortMapping mapping(Port port, NetworkResource network) {
        return new AllocatedPortMapping(port.label(), port.value(), port.to(), network.ip());
    }

    private static List<Port> all(@Nullable List<Port> ports) {
        return ports == null ? List.of() : ports;
    }
}
