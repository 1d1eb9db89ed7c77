package io.outrider.runners.hook;

import io.outrider.runners.dir.AllocDir;
import io.outrider.runners.dir.AllocDirs;
import io.outrider.runners.dir.Ownership;
import io.outrider.runners.env.EnvSpec;
import io.outrider.runners.env.NodeVariables;
import io.outrider.runners.env.TaskEnv;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import reactor.core.scheduler.Schedulers;

/** Requests to hooks, from JSON. Directories are made on the calling thread. */
public final class Requests {

    private static final NodeVariables NODE = new NodeVariables(Map.of("node.class", "big"), "dc1", "global", "");

    private Requests() {}

    /** An alloc {@code a1} of the job's only group {@code g}. */
    public static Alloc alloc(String jobFields, String groupFields) {
        String more = jobFields.isEmpty() ? "" : jobFields + ",";
        String json = """
                {"ID": "a1", "Name": "j.g[0]", "TaskGroup": "g",
                 "Job": {"ID": "j", "Name": "j", %s "TaskGroups": [{"Name": "g", %s}]}}""";
        return Json.read(json.formatted(more, groupFields), Alloc.class);
    }

    /** A request for the alloc. */
    public static AllocRequest request(Path data, Alloc alloc) {
        return new AllocRequest(alloc, dir(data, alloc), () -> TaskEnv.of(EnvSpec.of(NODE, alloc)));
    }

    /** A request for the first task of the alloc; its events are added to {@code events}. */
    public static TaskRequest request(Path data, Alloc alloc, List<HookEvent> events) {
        List<TaskGroup> groups = alloc.job() == null ? List.of() : alloc.job().groups();
        Task task = groups.get(0).taskList().get(0);
        return new TaskRequest(
                alloc,
                task,
                dir(data, alloc),
                0,
                () -> TaskEnv.of(EnvSpec.of(NODE, alloc).withTask(task)),
                Map.of(),
                events::add);
    }

    private static AllocDir dir(Path data, Alloc alloc) {
        return new AllocDirs(data.resolve("alloc"), data.resolve("logs"), Ownership.ofProcess(), Schedulers.immediate())
                .of(String.valueOf(alloc.id()));
    }
}
