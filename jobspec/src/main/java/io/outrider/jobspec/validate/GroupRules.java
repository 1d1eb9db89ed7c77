package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.placement.PlacementRules;
import io.outrider.jobspec.validate.policy.PolicyRules;
import io.outrider.jobspec.validate.policy.RescheduleRules;
import io.outrider.jobspec.validate.service.MeshRules;
import io.outrider.jobspec.validate.service.ServiceRules;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.ScalingPolicy;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks on one group. */
final class GroupRules {
    private static final long MIN_DISK_MB = 10;

    private final Site site;
    private final String type;
    private final TaskGroup group;

    private GroupRules(Site site, String type, TaskGroup group) {
        this.site = site;
        this.type = type;
        this.group = group;
    }

    static void check(Site job, Job owner, TaskGroup group) {
        Site site = job.in("Task group " + group.name(), "group", group.name());
        GroupRules rules = new GroupRules(site, text(owner.type()), group);
        rules.group();
        rules.placement();
        rules.policies();
        rules.tasks(group.taskList());
        VolumeRules.check(site, text(owner.type()), group);
        PortRules.check(site, group);
        ServiceRules.group(site.in("Task group service"), group);
        rules.scaling();
        TaskRules.Around around = TaskRules.Around.of(text(owner.type()), group);
        for (Task task : group.taskList()) {
            TaskRules.check(site, around, task);
        }
    }

    private void group() {
        site.check(group.name().isEmpty(), "name", "Missing task group name");
        site.check(group.name().indexOf('\0') >= 0, "name", "Task group name contains null character");
        site.check(number(group.count()) < 0, "count", "Task group count can't be negative");
        if (group.taskList().isEmpty() && !MeshRules.bringsTask(group)) {
            site.fault("Missing tasks for task group");
        }
        boolean both = group.maxClientDisconnect() != null && group.stopAfterClientDisconnect() != null;
        site.check(
                both,
                "max_client_disconnect",
                "Task group cannot be configured with both max_client_disconnect and stop_after_client_disconnect");
        site.check(
                number(group.maxClientDisconnect()) < 0,
                "max_client_disconnect",
                "max_client_disconnect cannot be negative");
        long disk = group.ephemeralDisk() == null
                ? MIN_DISK_MB
                : number(group.ephemeralDisk().sizeMb());
        site.at("ephemeral_disk")
                .check(disk < MIN_DISK_MB, "size", "minimum DiskMB value is " + MIN_DISK_MB + "; got " + disk);
    }

    private void placement() {
        PlacementRules.constraints(site, group.constraints());
        if (type.equals("system")) {
            site.check(group.affinities() != null, "affinity", "System jobs may not have an affinity block");
            site.check(group.spreads() != null, "spread", "System jobs may not have a spread block");
        } else {
            PlacementRules.affinities(site, group.affinities());
            PlacementRules.spreads(site, group.spreads());
        }
    }

    private void policies() {
        if (group.restartPolicy() != null) {
            PolicyRules.restart(site.at("restart"), group.restartPolicy());
        }
        if (type.equals("system")) {
            site.check(
                    group.reschedulePolicy() != null, "reschedule", "System jobs should not have a reschedule policy");
        } else if (group.reschedulePolicy() != null) {
            RescheduleRules.check(site.at("reschedule"), group.reschedulePolicy());
        }
        if (group.update() != null) {
            boolean allowed = type.equals("service") || type.equals("system");
            site.check(!allowed, "update", "Job type \"" + type + "\" does not allow update block");
            PolicyRules.update(site.at("update"), group.update());
        }
        if (group.migrate() != null) {
            if (type.equals("service")) {
                PolicyRules.migrate(site.at("migrate"), group.migrate());
            } else {
                site.fault("migrate", "Job type \"" + type + "\" does not allow migrate block");
            }
        }
    }

    private void tasks(List<Task> tasks) {
        Map<String, Integer> seen = new HashMap<>();
        Map<String, Integer> twins = new HashMap<>();
        for (int i = 1; i <= tasks.size(); i++) {
            String name = tasks.get(i - 1).name();
            int twin = twins.merge(name, 1, Integer::sum) - 1;
            Integer before = name.isEmpty() ? null : seen.putIfAbsent(name, i);
            site.at("task", name).check(name.isEmpty(), "name", "Task " + i + " missing name");
            if (before != null) {
                site.at(Site.nth("task", twin), name)
                        .fault("Task " + i + " redefines '" + name + "' from task " + before);
            }
        }
        long leaders = tasks.stream()
                .filter(task -> Boolean.TRUE.equals(task.leader()))
                .count();
        if (leaders > 1) {
            site.fault("Only one task may be marked as leader");
        }
    }

    private void scaling() {
        ScalingPolicy scaling = group.scaling();
        if (scaling == null) {
            return;
        }
        Site here = site.in("Task group scaling policy", "scaling");
        String head = "Scaling policy invalid: ";
        long least = number(scaling.min());
        long most = number(scaling.max());
        long count = number(group.count());
        here.check(most < 0, "max", head + "maximum count must be specified and non-negative");
        here.check(most < least, "max", head + "maximum count must not be less than minimum count");
        here.check(least < 0, "min", head + "minimum count must be specified and non-negative");
        here.check(
                count > most,
                "max",
                head + "task group count must not be greater than maximum count in scaling policy");
        here.check(
                count < least, "min", head + "task group count must not be less than minimum count in scaling policy");
    }
}
