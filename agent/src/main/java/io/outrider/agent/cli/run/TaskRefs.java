package io.outrider.agent.cli.run;

import io.outrider.agent.cli.output.TaskRef;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tasks of a run, with short labels that tell them apart: {@code task}, {@code group/task}, {@code task[1]}. */
final class TaskRefs {

    private final Map<String, TaskRef> byKey = new LinkedHashMap<>();

    private TaskRefs() {}

    static TaskRefs of(RunningJob running) {
        TaskRefs refs = new TaskRefs();
        Map<String, Integer> uses = new HashMap<>();
        running.job().groups().forEach(group -> group.taskList()
                .forEach(task -> uses.merge(task.name(), 1, Integer::sum)));
        for (TaskGroup group : running.job().groups()) {
            List<Alloc> allocs = running.allocs().stream()
                    .filter(alloc -> group.name().equals(alloc.taskGroup()))
                    .toList();
            for (int index = 0; index < allocs.size(); index++) {
                for (Task task : group.taskList()) {
                    String plain =
                            uses.getOrDefault(task.name(), 0) > 1 ? group.name() + "/" + task.name() : task.name();
                    String label = allocs.size() > 1 ? plain + "[" + index + "]" : plain;
                    refs.add(new TaskRef(allocs.get(index).id(), group.name(), index, task.name(), label, refs.size()));
                }
            }
        }
        return refs;
    }

    private void add(TaskRef ref) {
        byKey.put(key(ref.allocId(), ref.task()), ref);
    }

    private int size() {
        return byKey.size();
    }

    List<TaskRef> all() {
        return new ArrayList<>(byKey.values());
    }

    Optional<TaskRef> find(String alloc, String task) {
        return Optional.ofNullable(byKey.get(key(alloc, task)));
    }

    private static String key(String alloc, String task) {
        return alloc + "/" + task;
    }
}
