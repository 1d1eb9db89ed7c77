package io.outrider.jobspec.validate.service;

import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Port;
import io.outrider.state.model.service.Service;
import io.outrider.state.model.service.ServiceCheck;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks on the services of a group and of its tasks. */
public final class ServiceRules {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[a-zA-Z0-9_\\-.]+}");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?");
    private static final Set<String> ADDRESS_MODES = Set.of("", "auto", "host", "driver", "alloc");
    private static final Set<String> ON_UPDATE = Set.of("", "require_healthy", "ignore_warnings", "ignore");
    private static final String SERVICE = "service";
    private static final String ADDRESS_MODE = "address_mode";

    private ServiceRules() {}

    /** Checks the services of a group; the site is theirs. */
    public static void group(Site site, TaskGroup group) {
        Set<String> providers = new HashSet<>();
        Set<String> known = new HashSet<>();
        Set<String> twice = new LinkedHashSet<>();
        Set<String> tasks = new HashSet<>();
        List<Service> services = Unset.list(group.services());
        for (Task task : group.taskList()) {
            tasks.add(task.name());
            for (Service service : Unset.list(task.services())) {
                count(task.name(), service, known, twice);
                providers.add(text(service.provider()));
            }
        }
        for (int i = 0; i < services.size(); i++) {
            Service service = services.get(i);
            count("group", service, known, twice);
            providers.add(text(service.provider()));
            int before = site.count();
            service(
                    site.in("Service[" + i + "] " + text(service.name()), Site.nth(SERVICE, i)),
                    service,
                    hasTask(service, group.taskList().size()));
            if (site.count() == before) {
                groupService(site.at(Site.nth(SERVICE, i)), tasks, service);
            }
        }
        if (!twice.isEmpty()) {
            site.at(SERVICE).fault("Services are not unique: [" + String.join(", ", twice) + "]");
        }
        if (providers.size() > 1) {
            site.at(SERVICE).fault("Multiple service providers used: task group services must use the same provider");
        }
    }

    /** The only task of a group is the task of its native services. */
    private static boolean hasTask(Service service, int tasks) {
        return tasks == 1 || !text(service.taskName()).isEmpty();
    }

    private static void count(String owner, Service service, Set<String> known, Set<String> twice) {
        String id = owner + "->" + text(service.name()) + ":" + text(service.portLabel());
        if (!known.add(id)) {
            twice.add(id);
        }
    }

    private static void groupService(Site site, Set<String> tasks, Service service) {
        site.check(
                text(service.addressMode()).equals("driver"),
                ADDRESS_MODE,
                "service \"" + text(service.name())
                        + "\" cannot use address_mode=\"driver\", only services defined in a \"task\" block can use"
                        + " this mode");
        int index = 0;
        for (ServiceCheck check : Unset.list(service.checks())) {
            Site here = site.at(Site.nth("check", index++));
            String task = text(check.taskName());
            String type = text(check.type());
            if (!task.isEmpty()) {
                boolean inTask = type.equals("script") || type.equals("grpc");
                String head = CheckRules.head(service, check);
                here.check(!inTask, "task", head + "only script and gRPC checks should have tasks");
                here.check(!tasks.contains(task), "task", head + "refers to non-existent task " + task);
            }
        }
    }

    /** Checks what holds for services of groups and tasks alike. */
    private static void service(Site site, Service service, boolean hasTask) {
        String name = text(service.name());
        boolean named =
                NAME.matcher(REFERENCE.matcher(name).replaceAll("ENV-VAR")).matches();
        site.check(
                !named,
                "name",
                "Service name must be valid per RFC 1123 and can contain only alphanumeric characters or dashes and"
                        + " must be no longer than 63 characters: \"" + name + "\"");
        String mode = text(service.addressMode());
        if (!ADDRESS_MODES.contains(mode)) {
            site.fault(
                    ADDRESS_MODE,
                    "Service address_mode must be \"auto\", \"host\", or \"driver\"; not \"" + mode + "\"");
        } else {
            boolean address = !text(service.address()).isEmpty();
            site.check(
                    address && !mode.equals("auto"),
                    ADDRESS_MODE,
                    "Service address_mode must be \"auto\" if address is set");
        }
        String update = text(service.onUpdate());
        site.check(
                !ON_UPDATE.contains(update),
                "on_update",
                "Service on_update must be \"require_healthy\", \"ignore_warnings\", or \"ignore\"; not \"" + update
                        + "\"");
        Unset.map(service.weights()).forEach((part, weight) -> {
            boolean low = !(weight instanceof Number number) || number.longValue() < 1;
            String argument = part.toLowerCase(Locale.ROOT);
            site.at("weights")
                    .check(low, argument, "Service " + argument + " weight must be at least 1; got " + weight);
        });
        String provider = text(service.provider());
        switch (provider) {
            case "consul" -> consul(site, service, hasTask);
            case "nomad" -> own(site, service);
            default ->
                site.fault("provider", "Service provider must be \"consul\", or \"nomad\"; not \"" + provider + "\"");
        }
    }

    private static void consul(Site site, Service service, boolean hasTask) {
        CheckRules.consul(site, service);
        if (service.connect() != null) {
            ConnectRules.check(site.at("connect"), service.connect());
            boolean loose = Unset.flag(service.connect().nativeConnect()) && !hasTask;
            site.check(
                    loose,
                    "task",
                    "Service " + text(service.name()) + " is Connect Native and requires setting the task");
        }
    }

    private static void own(Site site, Service service) {
        site.check(service.connect() != null, "connect", "Service with provider nomad cannot include Connect blocks");
        CheckRules.own(site, service);
    }

    /** Checks the services of a task, which may name the ports of its group; the site is the task. */
    public static void task(Site site, Task task, Set<String> groupPorts) {
        Map<String, Set<String>> wanted = new TreeMap<>();
        Set<String> known = new HashSet<>();
        List<Service> services = Unset.list(task.services());
        for (int i = 0; i < services.size(); i++) {
            Service service = services.get(i);
            String name = text(service.name());
            Site here = site.at(Site.nth(SERVICE, i));
            service(site.in("service[" + i + "] \"" + name + "\"", Site.nth(SERVICE, i)), service, true);
            taskService(here, service);
            if (!known.add(name + text(service.portLabel()))) {
                here.fault("service \"" + name + "\" is duplicate");
            }
            CheckRules.ports(here, service).forEach(port -> want(wanted, port, name));
            boolean numeric =
                    text(service.addressMode()).equals("driver") && CheckRules.isNumber(text(service.portLabel()));
            if (!text(service.portLabel()).isEmpty() && !numeric) {
                want(wanted, text(service.portLabel()), name);
            }
        }
        Set<String> own = task.resources() == null
                ? Set.of()
                : labels(Unset.list(task.resources().networks()));
        wanted.forEach((label, names) -> site.at(SERVICE)
                .check(
                        !groupPorts.contains(label) && !own.contains(label),
                        "port",
                        "port label \"" + label + "\" referenced by services " + String.join(", ", names)
                                + " does not exist"));
    }

    private static void want(Map<String, Set<String>> wanted, String label, String service) {
        wanted.computeIfAbsent(label, l -> new TreeSet<>()).add(service);
    }

    private static void taskService(Site site, Service service) {
        String name = text(service.name());
        site.check(
                text(service.addressMode()).equals("alloc"),
                ADDRESS_MODE,
                "service \"" + name
                        + "\" cannot use address_mode=\"alloc\", only services defined in a \"group\" block can use"
                        + " this mode");
        site.check(
                service.connect() != null,
                "connect",
                "service \"" + name
                        + "\" cannot have \"connect\" block, only services defined in a \"group\" block can");
    }

    /** Labels of the ports in the network of a group. */
    public static Set<String> labels(TaskGroup group) {
        return labels(Unset.list(group.networks()).stream().limit(1).toList());
    }

    private static Set<String> labels(List<NetworkResource> networks) {
        Set<String> labels = new HashSet<>();
        for (NetworkResource network : networks) {
            for (Port port : Unset.list(network.reservedPorts())) {
                labels.add(text(port.label()));
            }
            for (Port port : Unset.list(network.dynamicPorts())) {
                labels.add(text(port.label()));
            }
        }
        return labels;
    }
}
