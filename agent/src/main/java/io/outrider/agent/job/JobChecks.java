package io.outrider.agent.job;

import io.outrider.jobspec.validate.JobCheck;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What keeps a job from being run at all, whatever its tasks do. Pure. */
public final class JobChecks {

    private JobChecks() {}

    /**
     * Everything that is wrong, for people; empty when nothing is.
     *
     * @param drivers names of those that the agent has
     */
    public static List<String> problems(Job job, Set<String> drivers) {
        List<String> problems = new ArrayList<>();
        JobCheck.check(job).forEach(fault -> problems.add(fault.message()));
        job.groups().forEach(group -> group.taskList().forEach(task -> driver(task, new TreeSet<>(drivers), problems)));
        return problems;
    }

    private static void driver(Task task, Set<String> drivers, List<String> problems) {
        if (!task.driver().isEmpty() && !drivers.contains(task.driver())) {
            problems.add("task \"" + task.name() + "\" wants the driver \"" + task.driver()
                    + "\", which this agent does not have (it has: " + String.join(", ", drivers) + ")");
        }
    }
}
