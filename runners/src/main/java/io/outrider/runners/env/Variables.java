package io.outrider.runners.env;

import io.outrider.runners.env.EnvSpec.EnvDirs;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import java.util.Map;
import java.util.Optional;

/**
 * Variables under names not yet cleaned, put together in the order of behaviour section 4.4.2: what comes later wins.
 * Names in values are looked up in the node first, then in what is there so far.
 *
 * @param values the variables, unmodifiable
 * @param nodeNames names of the node
 */
record Variables(Map<String, String> values, Map<String, String> nodeNames) {

    /** The order of the steps is the order of precedence. */
    static Variables of(EnvSpec spec, EnvDirs dirs) {
        Draft draft = new Draft(Map.of(), spec.node().names());
        String task = spec.task().map(Task::name).orElse("");
        draft.directories(dirs);
        GivenResources.of(spec.alloc(), task).ifPresent(draft::limits);
        draft.alloc(spec.alloc());
        draft.node(spec.node());
        spec.task().ifPresent(draft::task);
        draft.ports(spec, task);
        draft.meta(spec.alloc(), spec.task());
        draft.host(spec.hostEnv());
        spec.task().ifPresent(present -> draft.block(present.env()));
        draft.block(spec.hookEnv());
        draft.exact(spec.templateEnv());
        return draft.finished();
    }

    /** A copy with meta, block and name of {@code task} over it (row R03). */
    Variables withTask(Alloc alloc, Task task) {
        Draft draft = new Draft(values, nodeNames);
        draft.task(task);
        draft.meta(alloc, Optional.of(task));
        draft.block(task.env());
        draft.task(task);
        return draft.finished();
    }
}
