package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks on the ports of a group and of the (older) networks of its tasks. */
final class PortRules {
    private static final long MAX_PORT = 65_535;
    private static final String GROUP = "taskgroup network";

    private final Site site;
    private final Map<String, String> labels = new HashMap<>();
    private final Map<String, String> numbers = new HashMap<>();

    private PortRules(Site site) {
        this.site = site;
    }

    static void check(Site group, TaskGroup owner) {
        Site site = group.in("Task group network");
        PortRules rules = new PortRules(site.at("network"));
        int index = 0;
        for (NetworkResource network : Unset.list(owner.networks())) {
            Site here = site.at(Site.nth("network", index++));
            ports(network).forEach(port -> rules.groupPort(here, text(network.mode()), port));
            hostname(here, text(network.hostname()));
        }
        for (Task task : owner.taskList()) {
            if (task.resources() != null) {
                for (NetworkResource network : Unset.list(task.resources().networks())) {
                    ports(network).forEach(port -> rules.taskPort(task.name(), port));
                }
            }
        }
    }

    private static List<Port> ports(NetworkResource network) {
        List<Port> all = new ArrayList<>(Unset.list(network.reservedPorts()));
        all.addAll(Unset.list(network.dynamicPorts()));
        return all;
    }

    private void groupPort(Site network, String mode, Port port) {
        String label = text(port.label());
        Site here = network.at("port", label);
        label(here, label, GROUP);
        reserve(here, port, GROUP + ":" + label);
        here.check(
                Unset.flag(port.ignoreCollision()) && !mode.isEmpty() && !mode.equals("host"),
                "ignore_collision",
                "Port \"" + label + "\" may ignore collisions in network mode \"host\" only, not \"" + mode + "\"");
        long to = number(port.to());
        here.check(to < -1, "to", "Port \"" + label + "\" cannot be mapped to negative value " + to);
        here.check(
                to > MAX_PORT,
                "to",
                "Port \"" + label + "\" cannot be mapped to a port (" + to + ") greater than " + MAX_PORT);
    }

    private void taskPort(String task, Port port) {
        String label = text(port.label());
        String before = labels.get(label);
        if (before != null) {
            site.fault("Port label " + label + " already in use by " + before);
        }
        reserve(site, port, task + ":" + label);
    }

    private void label(Site here, String label, String owner) {
        String before = labels.putIfAbsent(label, owner);
        if (before != null) {
            here.fault("Port label " + label + " already in use by " + before);
        }
    }

    private void reserve(Site here, Port port, String owner) {
        long value = number(port.value());
        if (value == 0) {
            return;
        }
        String network = text(port.hostNetwork()).isEmpty() ? "default" : text(port.hostNetwork());
        String key = network + "/" + value;
        String before = numbers.get(key);
        if (before != null) {
            here.fault("static", "Static port " + value + " already reserved by " + before);
        } else if (value > MAX_PORT) {
            here.fault("static", "Port " + text(port.label()) + " (" + value + ") cannot be greater than " + MAX_PORT);
        } else {
            numbers.put(key, owner);
        }
    }

    /** A name that is only known when the task starts is not looked at. */
    private static void hostname(Site site, String name) {
        if (name.isEmpty() || name.contains("${")) {
            return;
        }
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        boolean fine = bare.length() <= 253;
        for (String label : bare.split("\\.", -1)) {
            fine &= !label.isEmpty() && label.length() <= 63;
        }
        site.check(!fine, "hostname", "Hostname is not a valid DNS name");
    }
}
