package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.policy.UpdateStrategy;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.task.Template;
import java.util.ArrayList;
import java.util.List;

/** What a job does that it had better not: deprecated arguments, updates that replace all at once. Pure. */
public final class JobWarnings {
    private JobWarnings() {}

    /** The warnings in the order of the job. */
    public static List<JobFault> of(Job job) {
        List<JobFault> warnings = new ArrayList<>();
        Site site = Site.of(warnings);
        boolean updates = job.update() != null || job.groups().stream().anyMatch(group -> group.update() != null);
        // Only updates need the defaults, and to fill them in costs as much as to read the file.
        Job filled = updates ? Canonical.of(job) : job;
        if (filled.periodic() != null && !text(filled.periodic().spec()).isEmpty()) {
            site.at("periodic")
                    .fault("cron", "cron is deprecated and may be removed in a future release. Use crons instead");
        }
        promotion(site, filled.groups());
        for (TaskGroup group : filled.groups()) {
            group(site.in("Group \"" + group.name() + "\" has warnings", "group", group.name()), filled, group);
        }
        return List.copyOf(warnings);
    }

    private static void promotion(Site site, List<TaskGroup> groups) {
        long promoted = groups.stream()
                .filter(g -> g.update() != null && flag(g.update().autoPromote()))
                .count();
        if (promoted > 0 && promoted < groups.size()) {
            site.fault("auto_promote must be true for all groups to enable automatic promotion");
        }
    }

    private static void group(Site site, Job job, TaskGroup group) {
        UpdateStrategy update = group.update();
        boolean launched = job.periodic() != null || job.parameterizedJob() != null;
        if (update != null && !launched) {
            long parallel = number(update.maxParallel());
            long count = number(group.count());
            site.at("update")
                    .check(
                            count > 1 && parallel > count,
                            "max_parallel",
                            "Update max parallel count is greater than task group count (" + parallel + " > " + count
                                    + "). A destructive change would result in the simultaneous replacement of all"
                                    + " allocations.");
        }
        int index = 0;
        for (NetworkResource network : Unset.list(group.networks())) {
            site.at(Site.nth("network", index++))
                    .check(
                            number(network.mBits()) > 0,
                            "mbits",
                            "mbits has been deprecated as of Nomad 0.12.0. Please remove mbits from the network block");
        }
        group.taskList().forEach(task -> task(site.at("task", task.name()), task));
    }

    private static void task(Site site, Task task) {
        String head = "Task \"" + task.name() + "\": ";
        Resources resources = task.resources();
        if (resources != null) {
            Site here = site.at("resources");
            here.check(
                    number(resources.iops()) != 0,
                    "iops",
                    head + "IOPS has been deprecated as of Nomad 0.9.0. Please remove IOPS from resource block.");
            here.check(
                    !Unset.list(resources.networks()).isEmpty(),
                    "network",
                    head + "task network resources have been deprecated as of Nomad 0.12.0. Please configure networking"
                            + " via group network block.");
        }
        int index = 0;
        for (Template template : Unset.list(task.templates())) {
            site.at(Site.nth("template", index++))
                    .check(
                            number(template.vaultGrace()) != 0,
                            "vault_grace",
                            head + "Template " + index + " has warnings: VaultGrace has been deprecated as of Nomad"
                                    + " 0.11 and ignored since Vault 0.5. Please remove VaultGrace / vault_grace from"
                                    + " template block.");
        }
    }
}
