package io.outrider.agent.job;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.ConfigSpec.Field;
import io.outrider.drivers.config.ConfigDecoder;
import io.outrider.drivers.config.ConfigFault;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.runners.hook.Unsupported;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What keeps a job from being run, as far as it can be told before anything is started. Pure. */
public final class JobChecks {

    private static final String CONFIG = "Wrong driver config";

    /** Each costs memory from the start, whatever its tasks do. */
    private static final long MOST_ALLOCS = 1_000;

    private JobChecks() {}

    /**
     * Everything that makes an agent refuse a job.
     *
     * @param drivers names of those that the agent has
     */
    public static List<JobProblem> all(Job job, Set<String> drivers) {
        List<JobProblem> problems = new ArrayList<>(faults(job));
        problems.addAll(missing(job, drivers));
        return problems;
    }

    /** What is wrong with the job itself, wherever it is run. */
    public static List<JobProblem> faults(Job job) {
        return JobCheck.check(job).stream()
                .map(fault -> new JobProblem(fault.place(), "Invalid job", fault.message(), ""))
                .toList();
    }

    /** Drivers that are not there, more allocs than one machine takes, and what Outrider cannot do yet. */
    public static List<JobProblem> missing(Job job, Set<String> drivers) {
        List<JobProblem> problems = new ArrayList<>();
        long allocs = 0;
        for (TaskGroup group : job.groups()) {
            Site here = new Site(List.of("group", group.name()), "group \"" + group.name() + "\"");
            long count = Placement.count(job, group);
            if (count > MOST_ALLOCS - allocs) {
                problems.add(here.tooMany(count));
            }
            allocs = Math.min(MOST_ALLOCS, allocs + Math.min(MOST_ALLOCS, count));
            Unsupported.in(group).forEach(found -> problems.add(here.unsupported(found)));
            for (Task task : group.taskList()) {
                Site there = here.task(task);
                there.driver(task.driver(), drivers).ifPresent(problems::add);
                Unsupported.in(task).forEach(found -> problems.add(there.unsupported(found)));
            }
        }
        return problems;
    }

    /**
     * What the drivers will refuse of the {@code config} blocks. What a task works out only when it starts is not
     * judged.
     *
     * @param drivers what each of them takes, by name; tasks of others are passed over
     */
    public static List<JobProblem> configs(Job job, Map<String, ConfigSpec> drivers) {
        List<JobProblem> problems = new ArrayList<>();
        for (TaskGroup group : job.groups()) {
            Site here = new Site(List.of("group", group.name()), "");
            for (Task task : group.taskList()) {
                Optional.ofNullable(drivers.get(task.driver()))
                        .ifPresent(spec -> problems.addAll(here.task(task).config(task, spec)));
            }
        }
        return problems;
    }

    /** A group or task, and how to speak of it. */
    private record Site(List<String> path, String name) {

        Site task(Task task) {
            return new Site(below(List.of("task", task.name())), "task \"" + task.name() + "\"");
        }

        JobProblem tooMany(long count) {
            String text = name + " has a count of " + count + ", but a job has at most " + MOST_ALLOCS
                    + " allocs on one machine, those of all its groups together";
            return new JobProblem(below(List.of("count")), "Too many allocs", text, "");
        }

        JobProblem unsupported(Unsupported found) {
            String text = name + " needs " + found.text() + ", which Outrider does not yet support";
            return new JobProblem(below(found.path()), "Not supported yet", text, "");
        }

        Optional<JobProblem> driver(String driver, Set<String> drivers) {
            if (driver.isEmpty() || drivers.contains(driver)) {
                return Optional.empty();
            }
            String text = name + " wants the driver \"" + driver + "\", which is not here (here are: "
                    + String.join(", ", new TreeSet<>(drivers)) + ")";
            return Optional.of(new JobProblem(
                    below(List.of("driver")), "Unknown driver", text, NearestName.question(driver, drivers)));
        }

        List<JobProblem> config(Task task, ConfigSpec spec) {
            Map<String, Object> config = Objects.requireNonNullElse(task.config(), Map.of());
            return new ConfigDecoder(spec)
                    .faults(config).stream()
                            .filter(fault ->
                                    fault.kind() != ConfigFault.Kind.WRONG_TYPE || !isLate(config.get(fault.key())))
                            .map(fault -> problem(fault, task.driver(), spec))
                            .toList();
        }

        private JobProblem problem(ConfigFault fault, String driver, ConfigSpec spec) {
            List<String> place = below(List.of("config", fault.key()));
            String of = name + ": the config of " + driver;
            return switch (fault.kind()) {
                case UNKNOWN ->
                    new JobProblem(place, CONFIG, of + " has no \"" + fault.key() + "\"", known(fault.key(), spec));
                case MISSING -> new JobProblem(place, CONFIG, of + " needs \"" + fault.key() + "\"", "");
                case WRONG_TYPE ->
                    new JobProblem(
                            place, CONFIG, of + " cannot take this \"" + fault.key() + "\": " + fault.wanted(), "");
            };
        }

        private static String known(String key, ConfigSpec spec) {
            List<String> names =
                    spec.fields().stream().map(Field::name).sorted().toList();
            String question = NearestName.question(key, names);
            return question.isEmpty() ? "It has: " + String.join(", ", names) : question;
        }

        private List<String> below(List<String> more) {
            List<String> longer = new ArrayList<>(path);
            longer.addAll(more);
            return longer;
        }
    }

    /** Whether a value holds a template, which may become anything when the task starts. */
    private static boolean isLate(@Nullable Object value) {
        if (value instanceof String text) {
            return text.contains("${") || text.contains("%{");
        }
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(JobChecks::isLate);
        }
        return value instanceof Collection<?> list && list.stream().anyMatch(JobChecks::isLate);
    }
}
