package io.outrider.agent.standalone.room;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocatedResources;
import io.outrider.state.model.alloc.AllocatedTaskResources;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.node.NodeReservedResources;
import io.outrider.state.model.node.NodeResources;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is left of a node while a plan is made. Of what is unknown of the node there is always enough. */
public final class Room {

    private final Limits limits;
    private final Map<String, Alloc> allocs = new HashMap<>();
    /** How many allocs hold a port: a replacement may get the port of what it replaces. */
    private final Map<Long, Integer> ports = new HashMap<>();

    private Amounts used = Amounts.NONE;

    public Room(Node node, Collection<Alloc> allocs) {
        this.limits = Limits.of(node);
        allocs.forEach(this::add);
        NodeReservedResources own = node.reservedResources();
        if (own != null && own.networks() != null) {
            PortRanges.of(own.networks().reservedHostPorts()).forEach(port -> ports.merge(port, 1, Integer::sum));
        }
    }

    /** An alloc takes what it was given. */
    public void add(Alloc alloc) {
        if (allocs.put(alloc.id(), alloc) == null) {
            used = used.plus(Amounts.of(alloc));
            ports(alloc).forEach(port -> ports.merge(port, 1, Integer::sum));
        }
    }

    /** An alloc gives back what it had. */
    public void remove(String id) {
        Alloc alloc = allocs.remove(id);
        if (alloc != null) {
            used = used.minus(Amounts.of(alloc));
            ports(alloc).forEach(port -> ports.computeIfPresent(port, (key, count) -> count == 1 ? null : count - 1));
        }
    }

    /** The first of CPU, memory and disk that is not enough for {@code more}. */
    public Optional<String> exhausted(Amounts more) {
        Amounts then = used.plus(more);
        if (limits.cpu() != null && then.cpu() > limits.cpu()) {
            return Optional.of("cpu");
        }
        if (limits.memory() != null && then.memory() > limits.memory()) {
            return Optional.of("memory");
        }
        return limits.disk() != null && then.disk() > limits.disk() ? Optional.of("disk") : Optional.empty();
    }

    /** How full the node is with {@code more}, from 0 to 1; higher is fuller. */
    public double binpack(Amounts more) {
        Amounts then = used.plus(more);
        double total =
                Math.pow(10, free(then.cpu(), limits.cpu())) + Math.pow(10, free(then.memory(), limits.memory()));
        return Math.min(18, Math.max(0, 20 - total)) / 18;
    }

    private static double free(long used, @Nullable Long limit) {
        return limit == null || limit == 0 ? 0 : 1 - (double) used / limit;
    }

    /** Whether somebody has a port. */
    public boolean hasPort(long port) {
        return ports.containsKey(port);
    }

    private static Set<Long> ports(Alloc alloc) {
        Set<Long> ports = new HashSet<>();
        AllocatedResources given = alloc.allocatedResources();
        if (given == null) {
            return ports;
        }
        if (given.shared() != null) {
            add(ports, given.shared().networks());
        }
        if (given.tasks() != null) {
            for (AllocatedTaskResources task : given.tasks().values()) {
                add(ports, task.networks());
            }
        }
        return ports;
    }

    private static void add(Set<Long> ports, @Nullable List<NetworkResource> networks) {
        for (NetworkResource network : Objects.requireNonNullElse(networks, List.<NetworkResource>of())) {
            all(network.reservedPorts()).forEach(port -> ports.add(number(port)));
            all(network.dynamicPorts()).forEach(port -> ports.add(number(port)));
        }
    }

    private static List<Port> all(@Nullable List<Port> ports) {
        return ports == null ? List.of() : ports;
    }

    private static long number(Port port) {
        return port.value() == null ? 0 : port.value();
    }

    /** What a node has for allocs; null: unknown. */
    private record Limits(
            @Nullable Long cpu,
            @Nullable Long memory,
            @Nullable Long disk) {

        static Limits of(Node node) {
            NodeResources has = node.nodeResources();
            if (has == null) {
                return new Limits(null, null, null);
            }
            NodeReservedResources own = node.reservedResources();
            return new Limits(
                    minus(
                            has.cpu() == null ? null : has.cpu().cpuShares(),
                            own == null || own.cpu() == null ? null : own.cpu().cpuShares()),
                    minus(
                            has.memory() == null ? null : has.memory().memoryMb(),
                            own == null || own.memory() == null
                                    ? null
                                    : own.memory().memoryMb()),
                    minus(
                            has.disk() == null ? null : has.disk().diskMb(),
                            own == null || own.disk() == null
                                    ? null
                                    : own.disk().diskMb()));
        }

        private static @Nullable Long minus(@Nullable Long has, @Nullable Long own) {
            return has == null ? null : Long.valueOf(has - (own == null ? 0 : own));
        }
    }
}
