package io.outrider.jobspec.validate.service;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.connect.ConsulConnect;
import io.outrider.state.model.connect.ConsulUpstream;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.service.Service;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks on the network that mesh services and exposed checks of a group need. */
public final class MeshRules {
    private final Site site;
    private final TaskGroup group;
    private final Map<String, String> upstreams = new HashMap<>();
    private final Set<String> tasks = new HashSet<>();

    private MeshRules(Site site, TaskGroup group) {
        this.site = site;
        this.group = group;
        group.taskList().forEach(task -> tasks.add(task.name()));
    }

    /** Checks all groups; faults are the job's. */
    public static void check(Site job, Job owner) {
        for (TaskGroup group : owner.groups()) {
            MeshRules rules = new MeshRules(job.at("group", group.name()), group);
            List<Service> services = Unset.list(group.services());
            for (Service service : services) {
                if (service.connect() != null) {
                    rules.connect(service, service.connect());
                }
            }
            boolean exposes = services.stream()
                    .anyMatch(s -> Unset.list(s.checks()).stream().anyMatch(c -> flag(c.expose())));
            if (exposes) {
                rules.exposed();
            }
        }
    }

    /** Whether a group is given a task of its own by a gateway in it. */
    public static boolean bringsTask(TaskGroup group) {
        return Unset.list(group.networks()).size() == 1
                && Unset.list(group.services()).stream()
                        .anyMatch(s -> s.connect() != null && s.connect().gateway() != null);
    }

    private void connect(Service service, ConsulConnect connect) {
        if (connect.sidecarService() != null) {
            network("sidecars");
            upstreams(text(service.name()), connect);
        } else if (connect.gateway() != null) {
            network("gateways");
        } else if (flag(connect.nativeConnect())) {
            nativeTask(service);
        }
    }

    private void network(String kind) {
        List<NetworkResource> networks = Unset.list(group.networks());
        if (networks.size() != 1) {
            site.fault("Consul Connect " + kind + " require exactly 1 network, found " + networks.size()
                    + " in group \"" + group.name() + "\"");
        } else if (kind.equals("sidecars") && !isBridged(networks.get(0))) {
            site.at("network")
                    .fault(
                            "mode",
                            "Consul Connect sidecar requires bridge network, found \""
                                    + text(networks.get(0).mode()) + "\" in group \"" + group.name() + "\"");
        }
    }

    private static boolean isBridged(NetworkResource network) {
        String mode = text(network.mode());
        return mode.equals("bridge") || mode.startsWith("cni/");
    }

    private void upstreams(String service, ConsulConnect connect) {
        if (connect.sidecarService() == null || connect.sidecarService().proxy() == null) {
            return;
        }
        for (ConsulUpstream upstream :
                Unset.list(connect.sidecarService().proxy().upstreams())) {
            String address = text(upstream.localBindAddress()) + ":" + number(upstream.localBindPort());
            String before = upstreams.putIfAbsent(address, service);
            if (before != null && number(upstream.localBindPort()) != 0) {
                site.fault("Consul Connect services \"" + before + "\" and \"" + service + "\" in group \""
                        + group.name() + "\" using same address for upstreams (" + address + ")");
            }
        }
    }

    private void nativeTask(Service service) {
        String name = group.name() + "->" + text(service.name());
        String task = text(service.taskName());
        boolean known = tasks.contains(task);
        if (task.isEmpty() && group.taskList().size() != 1) {
            site.at("service")
                    .fault("task for Consul Connect Native service " + name + " is ambiguous and must be set");
        } else if (!task.isEmpty() && !known) {
            site.at("service")
                    .fault(
                            "task",
                            "task " + task + " named by Consul Connect Native service " + name + " does not exist");
        }
    }

    private void exposed() {
        List<NetworkResource> networks = Unset.list(group.networks());
        String head = "group \"" + group.name() + "\" must ";
        if (networks.size() != 1) {
            site.fault(head + "specify one bridge network for exposing service check(s)");
        } else if (!text(networks.get(0).mode()).equals("bridge")) {
            site.at("network").fault("mode", head + "use bridge network for exposing service check(s)");
        }
    }
}
