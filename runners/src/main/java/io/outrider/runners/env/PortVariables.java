package io.outrider.runners.env;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocatedPortMapping;
import io.outrider.state.model.alloc.AllocatedSharedResources;
import io.outrider.state.model.connect.ConsulUpstream;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Variables about ports and addresses, under names not yet cleaned (behaviour section 4.4.1, steps 3 to 5). */
final class PortVariables {

    private PortVariables() {}

    /** Ports of the task's own networks; {@code mapped} is the driver's port map. */
    static void own(Map<String, String> into, List<NetworkResource> networks, Map<String, Integer> mapped) {
        for (NetworkResource network : networks) {
            ports(network).forEach(port -> {
                String label = Immutable.text(port.label());
                String ip = Immutable.text(network.ip());
                String value = String.valueOf(number(port.value()));
                int inside = mapped.getOrDefault(label, 0);
                into.put("NOMAD_IP_" + label, ip);
                into.put("NOMAD_HOST_PORT_" + label, value);
                into.put("NOMAD_ADDR_" + label, address(ip, value));
                into.put("NOMAD_PORT_" + label, inside == 0 ? value : String.valueOf(inside));
            });
        }
    }

    /** Ports of the networks of all tasks but {@code self}. */
    static void ofOthers(Map<String, String> into, Alloc alloc, String self) {
        for (String task : tasks(alloc)) {
            if (!task.equals(self)) {
                List<NetworkResource> networks = GivenResources.of(alloc, task)
                        .map(GivenResources::networks)
                        .orElse(List.of());
                networks.forEach(network -> ofOther(into, task, network));
            }
        }
    }

    private static void ofOther(Map<String, String> into, String task, NetworkResource network) {
        ports(network).forEach(port -> {
            String name = task + "_" + Immutable.text(port.label());
            String ip = Immutable.text(network.ip());
            String value = String.valueOf(number(port.value()));
            into.put("NOMAD_ADDR_" + name, address(ip, value));
            into.put("NOMAD_IP_" + name, ip);
            into.put("NOMAD_PORT_" + name, value);
        });
    }

    /** Ports of the group. */
    static void ofGroup(Map<String, String> into, Alloc alloc) {
        AllocatedSharedResources shared = alloc.allocatedResources() == null
                ? null
                : alloc.allocatedResources().shared();
        if (shared == null) {
            return;
        }
        for (NetworkResource network : orNone(shared.networks())) {
            ports(network).forEach(port -> {
                into.put("NOMAD_PORT_" + Immutable.text(port.label()), inside(port.to(), port.value()));
                into.put("NOMAD_HOST_PORT_" + Immutable.text(port.label()), String.valueOf(number(port.value())));
            });
        }
        orNone(shared.ports()).forEach(port -> mapping(into, port));
    }

    private static void mapping(Map<String, String> into, AllocatedPortMapping port) {
        String label = Immutable.text(port.label());
        String ip = Immutable.text(port.hostIp());
        String value = String.valueOf(number(port.value()));
        into.put("NOMAD_IP_" + label, ip);
        into.put("NOMAD_HOST_IP_" + label, ip);
        into.put("NOMAD_ADDR_" + label, address(ip, value));
        into.put("NOMAD_HOST_ADDR_" + label, address(ip, value));
        into.put("NOMAD_HOST_PORT_" + label, value);
        into.put("NOMAD_PORT_" + label, inside(port.to(), port.value()));
        into.put("NOMAD_ALLOC_PORT_" + label, inside(port.to(), port.value()));
    }

    /** Upstreams of the group's mesh sidecars, under their names as written and cleaned. */
    static void upstreams(Map<String, String> into, TaskGroup group) {
        upstreams(group).forEach(upstream -> {
            String name = Immutable.text(upstream.destinationName());
            upstream(into, name, number(upstream.localBindPort()));
            upstream(into, KeyCleaning.cleanAll(name), number(upstream.localBindPort()));
        });
    }

    private static Stream<ConsulUpstream> upstreams(TaskGroup group) {
        return orNone(group.services()).stream()
                .map(service -> service.connect())
                .filter(Objects::nonNull)
                .map(connect -> connect.sidecarService())
                .filter(Objects::nonNull)
                .map(sidecar -> sidecar.proxy())
                .filter(Objects::nonNull)
                .flatMap(proxy -> orNone(proxy.upstreams()).stream());
    }

    private static void upstream(Map<String, String> into, String name, long port) {
        into.put("NOMAD_UPSTREAM_IP_" + name, "127.0.0.1");
        into.put("NOMAD_UPSTREAM_PORT_" + name, String.valueOf(port));
        into.put("NOMAD_UPSTREAM_ADDR_" + name, "127.0.0.1:" + port);
    }

    private static Collection<String> tasks(Alloc alloc) {
        TreeSet<String> names = new TreeSet<>();
        if (alloc.allocatedResources() != null && alloc.allocatedResources().tasks() != null) {
            names.addAll(alloc.allocatedResources().tasks().keySet());
        }
        if (alloc.taskResources() != null) {
            names.addAll(alloc.taskResources().keySet());
        }
        return names;
    }

    private static Stream<Port> ports(NetworkResource network) {
        return Stream.concat(orNone(network.reservedPorts()).stream(), orNone(network.dynamicPorts()).stream());
    }

    /** The port inside: {@code to}, or the same as outside when there is none. */
    private static String inside(@Nullable Long to, @Nullable Long value) {
        return String.valueOf(number(to) > 0 ? number(to) : number(value));
    }

    private static String address(String ip, String port) {
        return ip.indexOf(':') >= 0 ? "[" + ip + "]:" + port : ip + ":" + port;
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
