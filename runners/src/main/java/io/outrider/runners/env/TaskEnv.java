package io.outrider.runners.env;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a task, or of an alloc and no task, and the interpolation that goes with it (behaviour sections
 * 4.4 and 4.5). Immutable and made of its {@link EnvSpec} alone: the same spec always gives the same environment. Made
 * where it is needed and not kept (row R01).
 */
public final class TaskEnv {

    private final Variables raw;
    private final Variables hostRaw;
    private final Map<String, String> nodeNames;
    private final Map<String, String> variables;

    private TaskEnv(Variables raw, Variables hostRaw, Map<String, String> nodeNames) {
        this.raw = raw;
        this.hostRaw = hostRaw;
        this.nodeNames = nodeNames;
        this.variables = Collections.unmodifiableMap(KeyCleaning.clean(raw.values()));
    }

    /** The environment that {@code spec} says. */
    public static TaskEnv of(EnvSpec spec) {
        Variables raw = Variables.of(spec, spec.dirs());
        Variables hostRaw = spec.dirs().equals(spec.hostDirs()) ? raw : Variables.of(spec, spec.hostDirs());
        return new TaskEnv(raw, hostRaw, spec.node().names());
    }

    /**
     * This environment with meta, {@code env} block and name of {@code task} over it, for what is interpolated on
     * behalf of a task: services and checks. This one stays as it is, so that nothing leaks from task to task
     * (rows R02, R03).
     */
    public TaskEnv withTask(Alloc alloc, Task task) {
        Variables overlaid = raw.withTask(alloc, task);
        Variables hostOverlaid = hostRaw == raw ? overlaid : hostRaw.withTask(alloc, task);
        return new TaskEnv(overlaid, hostOverlaid, nodeNames);
    }

    /** The variables as the task gets them, sorted by name; unmodifiable. */
    public Map<String, String> variables() {
        return variables;
    }

    /** The same with directories as the agent sees them. */
    public Map<String, String> hostVariables() {
        return hostRaw == raw ? variables : Collections.unmodifiableMap(KeyCleaning.clean(hostRaw.values()));
    }

    /** {@link #variables} as {@code NAME=VALUE}, sorted. */
    public List<String> list() {
        return variables.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
    }

    /** {@code text} with the values of variables, and else of the node, in place of {@code ${NAME}}. */
    public String interpolate(String text) {
        return Interpolation.apply(text, name -> find(name, variables));
    }

    /** The same for a path that the agent opens: directories are where the agent sees them. */
    public String interpolateHost(String text) {
        Map<String, String> host = hostVariables();
        return Interpolation.apply(text, name -> find(name, host));
    }

    private @Nullable String find(String name, Map<String, String> among) {
        String value = among.get(name);
        return value == null ? nodeNames.get(name) : value;
    }

    /** The names that a driver's {@code config} block may use. */
    public ConfigTree configTree() {
        return ConfigTree.of(variables, nodeNames);
    }
}
