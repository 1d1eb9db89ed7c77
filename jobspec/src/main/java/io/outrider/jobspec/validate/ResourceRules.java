package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.jobspec.validate.placement.PlacementRules;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.RequestedDevice;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.task.LogConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks on what a task asks for: resources, devices, room for logs. */
final class ResourceRules {
    private static final long MIN_CPU = 1;
    private static final long MIN_MEMORY_MB = 10;
    private static final Set<Object> NUMA_AFFINITIES = Set.of("", "none", "prefer", "require");

    private ResourceRules() {}

    static void check(Site task, TaskGroup group, Task owner) {
        if (owner.resources() != null) {
            resources(task.at("resources"), owner.resources());
        }
        if (owner.logConfig() != null) {
            logs(task.at("logs"), group, owner.logConfig());
        }
    }

    private static void resources(Site site, Resources resources) {
        long cpu = number(resources.cpu());
        long cores = number(resources.cores());
        long memory = number(resources.memoryMb());
        long most = number(resources.memoryMaxMb());
        site.check(cores > 0 && cpu > 0, "cores", "Task can only ask for 'cpu' or 'cores' resource, not both.");
        site.check(cpu < MIN_CPU && cores == 0, "cpu", "minimum CPU value is " + MIN_CPU + "; got " + cpu);
        site.check(memory < MIN_MEMORY_MB, "memory", "minimum MemoryMB value is " + MIN_MEMORY_MB + "; got " + memory);
        site.check(
                most != 0 && most < memory,
                "memory_max",
                "MemoryMaxMB value (" + most + ") should be larger than MemoryMB value (" + memory + ")");
        site.check(
                number(resources.secretsMb()) < 0,
                "secrets",
                "SecretsMB value (" + number(resources.secretsMb()) + ") must not be negative");
        if (resources.numa() != null) {
            numa(site.at("numa"), resources);
        }
        int number = 0;
        for (RequestedDevice device : Unset.list(resources.devices())) {
            device(site.in("device " + ++number, "device", text(device.name())), device);
        }
    }

    private static void numa(Site site, Resources resources) {
        Map<String, Object> numa = Unset.map(resources.numa());
        Object affinity = numa.getOrDefault("Affinity", "");
        site.check(
                !NUMA_AFFINITIES.contains(affinity),
                "affinity",
                "numa affinity must be one of none, prefer, or require; got \"" + affinity + "\"");
        Set<Object> asked = new HashSet<>();
        Unset.list(resources.devices()).forEach(device -> asked.add(text(device.name())));
        for (Object device : numa.get("Devices") instanceof List<?> devices ? devices : List.of()) {
            site.check(
                    !asked.contains(device), "devices", "numa device \"" + device + "\" is not a device of the task");
        }
    }

    private static void device(Site site, RequestedDevice device) {
        if (text(device.name()).isEmpty()) {
            site.fault("device name must be given as one of the following: type, vendor/type, or vendor/type/name");
        }
        PlacementRules.constraints(site, device.constraints());
        PlacementRules.affinities(site, device.affinities());
    }

    private static void logs(Site site, TaskGroup group, LogConfig logs) {
        long files = number(logs.maxFiles());
        long size = number(logs.maxFileSizeMb());
        site.check(files < 1, "max_files", "minimum number of files is 1; got " + files);
        site.check(size < 1, "max_file_size", "minimum file size is 1MB; got " + size);
        long disk = group.ephemeralDisk() == null
                ? Long.MAX_VALUE
                : number(group.ephemeralDisk().sizeMb());
        long used = Math.multiplyHigh(files, size) == 0 ? files * size : Long.MAX_VALUE;
        site.check(
                files > 0 && size > 0 && disk <= used,
                "max_file_size",
                "log storage (" + used + " MB) must be less than requested disk capacity (" + disk + " MB)");
    }
}
