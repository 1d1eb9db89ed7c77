package io.outrider.agent.standalone.admission;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.service.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Constraints that follow from what a job uses: a node that lacks it must not get the job. Pure. */
public final class Implied {

    private Implied() {}

    public static Job constraints(Job job) {
        return new JobEdit(job)
                .taskGroups(job.groups().stream().map(Implied::group).toList())
                .done();
    }

    private static TaskGroup group(TaskGroup group) {
        List<Constraint> needed = new ArrayList<>();
        if (group.taskList().stream().anyMatch(task -> task.vault() != null)) {
            needed.add(new Constraint("${attr.vault.version}", ">= 0.6.1", "semver"));
        }
        Set<String> signals = signals(group);
        if (!signals.isEmpty()) {
            needed.add(new Constraint("${attr.os.signals}", String.join(",", signals), "set_contains"));
        }
        needed.addAll(ofServices(services(group)));
        return needed.isEmpty() ? group : with(group, needed);
    }

    private static List<Constraint> ofServices(List<Service> services) {
        List<Constraint> needed = new ArrayList<>();
        List<Service> own = services.stream()
                .filter(service -> "nomad".equals(service.provider()))
                .toList();
        if (!own.isEmpty()) {
            needed.add(new Constraint("${attr.nomad.service_discovery}", "true", "="));
        }
        if (own.stream().anyMatch(service -> !list(service.checks()).isEmpty())) {
            needed.add(new Constraint("${attr.nomad.version}", ">= 1.4.0", "semver"));
        }
        if (own.size() < services.size()) {
            needed.add(new Constraint("${attr.consul.version}", ">= 1.7.0", "semver"));
        }
        return needed;
    }

    private static List<Service> services(TaskGroup group) {
        List<Service> all = new ArrayList<>(list(group.services()));
        group.taskList().forEach(task -> all.addAll(list(task.services())));
        return all;
    }

    private static <T> List<T> list(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static Set<String> signals(TaskGroup group) {
        Set<String> signals = new TreeSet<>();
        for (Task task : group.taskList()) {
            add(signals, task.killSignal());
            if (task.vault() != null && "signal".equals(task.vault().changeMode())) {
                add(signals, task.vault().changeSignal());
            }
            list(task.templates()).stream()
                    .filter(template -> "signal".equals(template.changeMode()))
                    .forEach(template -> add(signals, template.changeSignal()));
        }
        return signals;
    }

    private static void add(Set<String> signals, @Nullable String signal) {
        if (!Immutable.text(signal).isEmpty()) {
            signals.add(Immutable.text(signal));
        }
    }

    private static TaskGroup with(TaskGroup group, List<Constraint> needed) {
        List<Constraint> all = new ArrayList<>(list(group.constraints()));
        needed.stream().filter(constraint -> !all.contains(constraint)).forEach(all::add);
        return Groups.withConstraints(group, all);
    }
}
