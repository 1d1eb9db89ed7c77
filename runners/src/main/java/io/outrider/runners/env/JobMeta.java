package io.outrider.runners.env;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.ParameterizedJobConfig;
import io.outrider.state.model.job.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Meta of a job, its group and its task as one. */
final class JobMeta {

    private JobMeta() {}

    /** A task's meta wins over the group's, and that over the job's; a dispatched job has all optional keys. */
    static Map<String, String> combined(Alloc alloc, Optional<Task> task) {
        Map<String, String> meta = new HashMap<>();
        Job job = alloc.job();
        if (job != null) {
            optionalKeys(job).forEach(key -> meta.put(key, ""));
            addAll(meta, job.meta());
        }
        alloc.group().ifPresent(group -> addAll(meta, group.meta()));
        task.ifPresent(present -> addAll(meta, present.meta()));
        return meta;
    }

    private static List<String> optionalKeys(Job job) {
        ParameterizedJobConfig config = job.parameterizedJob();
        if (config == null || !Boolean.TRUE.equals(job.dispatched())) {
            return List.of();
        }
        List<String> keys = config.metaOptional();
        return keys == null ? List.of() : keys;
    }

    private static void addAll(Map<String, String> meta, @Nullable Map<String, String> more) {
        if (more != null) {
            more.forEach((key, value) -> meta.put(key, Immutable.text(value)));
        }
    }
}
