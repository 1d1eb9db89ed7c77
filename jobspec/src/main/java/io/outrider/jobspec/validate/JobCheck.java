package io.outrider.jobspec.validate;

import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a job as its file says it (no defaults needed). Pure; finds all faults (http-api section 4.6). */
public final class JobCheck {
    private static final Set<String> TYPES = Set.of("service", "batch", "system", "sysbatch");
    private static final Set<String> HOOKS = Set.of("prestart", "poststart", "poststop");

    private final List<JobFault> faults = new ArrayList<>();

    private JobCheck() {}

    /** The faults in the order of the job; empty if it can run. */
    public static List<JobFault> check(Job job) {
        JobCheck check = new JobCheck();
        check.job(job);
        return List.copyOf(check.faults);
    }

    private void fault(List<String> path, String text) {
        faults.add(new JobFault(path, text));
    }

    private void job(Job job) {
        List<String> here = List.of();
        if (job.id().isEmpty()) {
            fault(here, "Missing job ID");
        } else if (job.id().contains(" ")) {
            fault(here, "Job ID contains a space");
        } else if (job.id().indexOf('\0') >= 0) {
            fault(here, "Job ID contains a null character");
        }
        String type = job.type() == null || job.type().isEmpty() ? "service" : job.type();
        if (!TYPES.contains(type)) {
            fault(here, "Invalid job type: \"" + type + "\"");
        }
        boolean batch = type.equals("batch") || type.equals("sysbatch");
        if (job.periodic() != null && !batch) {
            fault(here, "Periodic can only be used with \"batch\" or \"sysbatch\" scheduler");
        }
        if (job.parameterizedJob() != null && !batch) {
            fault(here, "Parameterized job can only be used with \"batch\" or \"sysbatch\" scheduler");
        }
        if (job.groups().isEmpty()) {
            fault(here, "Missing job task groups");
        }
        groups(job.groups(), type);
    }

    private void groups(List<TaskGroup> groups, String type) {
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 1; i <= groups.size(); i++) {
            TaskGroup group = groups.get(i - 1);
            if (group.name().isEmpty()) {
                fault(List.of(), "Job task group " + i + " missing name");
            }
            Integer before = seen.putIfAbsent(group.name(), i);
            if (before != null) {
                fault(List.of(), "Job task group " + i + " redefines '" + group.name() + "' from group " + before);
            }
            if (type.equals("system") && group.count() != null && group.count() > 1) {
                fault(
                        List.of(),
                        "Job task group " + group.name() + " has count " + group.count()
                                + ". Count cannot exceed 1 with system scheduler");
            }
            group(group);
        }
    }

    private void group(TaskGroup group) {
        List<String> here = List.of("Task group " + group.name());
        if (group.count() != null && group.count() < 0) {
            fault(here, "Task group count can't be negative");
        }
        List<Task> tasks = group.tasks() == null ? List.of() : group.tasks();
        if (tasks.isEmpty()) {
            fault(here, "Missing tasks for task group");
        }
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 1; i <= tasks.size(); i++) {
            Task task = tasks.get(i - 1);
            Integer before = seen.putIfAbsent(task.name(), i);
            if (before != null) {
                fault(here, "Task " + i + " redefines '" + task.name() + "' from task " + before);
            }
            task(List.of(here.get(0), "Task " + task.name()), task);
        }
        if (tasks.stream().filter(t -> Boolean.TRUE.equals(t.leader())).count() > 1) {
            fault(here, "Only one task may be marked as leader");
        }
    }

    private void task(List<String> here, Task task) {
        if (task.name().isEmpty()) {
            fault(here, "Missing task name");
        } else if (task.name().contains("/") || task.name().contains("\\")) {
            fault(here, "Task name cannot include slashes");
        } else if (task.name().indexOf('\0') >= 0) {
            fault(here, "Task name cannot include null characters");
        }
        if (task.driver().isEmpty()) {
            fault(here, "Missing task driver");
        }
        if (negative(task.killTimeout())) {
            fault(here, "KillTimeout must be a positive value");
        }
        if (negative(task.shutdownDelay())) {
            fault(here, "ShutdownDelay must be a positive value");
        }
        if (task.lifecycle() != null) {
            String hook =
                    task.lifecycle().hook() == null ? "" : task.lifecycle().hook();
            if (hook.isEmpty()) {
                fault(here, "Lifecycle validation failed: no lifecycle hook provided");
            } else if (!HOOKS.contains(hook)) {
                fault(here, "Lifecycle validation failed: invalid hook: " + hook);
            }
        }
    }

    private static boolean negative(@Nullable Long nanos) {
        return nanos != null && nanos < 0;
    }
}
