package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.DurationText;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.jobspec.validate.placement.PlacementRules;
import io.outrider.jobspec.validate.service.ServiceRules;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.job.Vault;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.task.VolumeMount;
import java.util.List;
import java.util.Set;

/** Checks on one task. */
final class TaskRules {
    private static final Set<String> HOOKS = Set.of("prestart", "poststart", "poststop");
    private static final Set<String> PROPAGATION = Set.of("private", "host-to-task", "bidirectional");
    private static final Set<String> SELINUX = Set.of("", "z", "Z");
    private static final Set<String> PLUGINS = Set.of("node", "controller", "monolith");
    private static final Set<String> DISTINCT = Set.of("distinct_hosts", "distinct_property");

    private final Site site;
    private final Around around;
    private final TaskGroup group;
    private final Task task;

    private TaskRules(Site site, Around around, Task task) {
        this.site = site;
        this.around = around;
        this.group = around.group();
        this.task = task;
    }

    /**
     * What stands around the tasks of a group, worked out once for all of them.
     *
     * @param volumes names of the volumes that tasks may mount
     * @param ports labels of the group's ports
     */
    record Around(String jobType, TaskGroup group, Set<String> volumes, Set<String> ports) {
        static Around of(String jobType, TaskGroup group) {
            return new Around(jobType, group, VolumeRules.names(group), ServiceRules.labels(group));
        }
    }

    static void check(Site group, Around around, Task task) {
        Site site = group.in("Task " + task.name(), "task", task.name());
        TaskRules rules = new TaskRules(site, around, task);
        rules.names();
        rules.times(around.jobType());
        ResourceRules.check(site, around.group(), task);
        rules.placement(around.jobType());
        ServiceRules.task(site, task, around.ports());
        FileRules.artifacts(site, task.artifacts());
        if (task.vault() != null) {
            vault(site.in("Vault", "vault"), task.vault());
        }
        FileRules.templates(site, task.templates());
        rules.lifecycle();
        rules.mounts();
        rules.plugin();
    }

    private void names() {
        String name = task.name();
        site.check(name.isEmpty(), "name", "Missing task name");
        if (name.contains("/") || name.contains("\\")) {
            site.fault("Task name cannot include slashes");
        } else if (name.indexOf('\0') >= 0) {
            site.fault("Task name cannot include null characters");
        }
        site.check(task.driver().isEmpty(), "driver", "Missing task driver");
    }

    private void times(String jobType) {
        long kill = number(task.killTimeout());
        long deadline = group.update() == null ? 0 : number(group.update().progressDeadline());
        site.check(kill < 0, "kill_timeout", "KillTimeout must be a positive value");
        site.check(
                jobType.equals("service") && deadline > 0 && kill > deadline,
                "kill_timeout",
                "KillTimout (" + DurationText.of(kill) + ") longer than the group's ProgressDeadline ("
                        + DurationText.of(deadline) + ")");
        site.check(number(task.shutdownDelay()) < 0, "shutdown_delay", "ShutdownDelay must be a positive value");
    }

    private void placement(String jobType) {
        List<Constraint> constraints = Unset.list(task.constraints());
        PlacementRules.constraints(site, constraints);
        for (int i = 0; i < constraints.size(); i++) {
            String operand = text(constraints.get(i).operand());
            site.check(
                    DISTINCT.contains(operand),
                    "constraint",
                    "Constraint " + (i + 1) + " has disallowed Operand at task level: " + operand);
        }
        if (jobType.equals("system")) {
            site.check(task.affinities() != null, "affinity", "System jobs may not have an affinity block");
        } else {
            PlacementRules.affinities(site, task.affinities());
        }
    }

    private static void vault(Site site, Vault vault) {
        List<String> policies = Unset.list(vault.policies());
        String mode = text(vault.changeMode());
        boolean role = !text(vault.role()).isEmpty();
        site.check(policies.isEmpty() && !role, "policies", "Policy list cannot be empty");
        site.check(policies.contains("root"), "policies", "Can not specify \"root\" policy");
        if (mode.equals("signal")) {
            site.check(
                    text(vault.changeSignal()).isEmpty(),
                    "change_signal",
                    "Signal must be specified when using change mode \"signal\"");
        } else {
            boolean known = mode.equals("restart") || mode.equals("noop");
            site.check(!known, "change_mode", "Unknown change mode \"" + mode + "\"");
        }
    }

    private void lifecycle() {
        if (task.lifecycle() == null) {
            return;
        }
        String hook = text(task.lifecycle().hook());
        Site here = site.at("lifecycle");
        String head = "Lifecycle validation failed: ";
        if (hook.isEmpty()) {
            here.fault("hook", head + "no lifecycle hook provided");
        } else {
            here.check(!HOOKS.contains(hook), "hook", head + "invalid hook: " + hook);
        }
    }

    private void mounts() {
        Set<String> volumes = around.volumes();
        int index = 0;
        for (VolumeMount mount : Unset.list(task.volumeMounts())) {
            Site here = site.at(Site.nth("volume_mount", index));
            String head = "Volume Mount (" + index++ + ") ";
            String mode = text(mount.propagationMode());
            String volume = text(mount.volume());
            here.check(
                    !PROPAGATION.contains(mode),
                    "propagation_mode",
                    head + "has an invalid propagation mode: \"" + mode + "\"");
            String selinux = text(mount.seLinuxLabel());
            here.check(
                    !SELINUX.contains(selinux),
                    "selinux_label",
                    head + "has an invalid SELinux label: \"" + selinux + "\" (z and Z are valid)");
            here.check(!volumes.contains(volume), "volume", head + "references undefined volume " + volume);
        }
    }

    private void plugin() {
        if (task.csiPluginConfig() == null) {
            return;
        }
        Site here = site.at("csi_plugin");
        String type = text(task.csiPluginConfig().type());
        here.check(text(task.csiPluginConfig().id()).isEmpty(), "id", "CSIPluginConfig must have a non-empty PluginID");
        here.check(
                !PLUGINS.contains(type),
                "type",
                "CSIPluginConfig PluginType must be one of 'node', 'controller', or 'monolith', got: \"" + type + "\"");
    }
}
