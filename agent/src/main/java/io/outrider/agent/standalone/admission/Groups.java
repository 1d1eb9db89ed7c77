package io.outrider.agent.standalone.admission;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.placement.Constraint;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Copies of groups with one thing changed. */
public final class Groups {

    private Groups() {}

    public static TaskGroup withCount(TaskGroup group, @Nullable Long count) {
        ObjectNode tree = (ObjectNode) Json.treeOf(group);
        return Json.read(tree.put("Count", count), TaskGroup.class);
    }

    public static TaskGroup withConstraints(TaskGroup group, List<Constraint> constraints) {
        ObjectNode tree = (ObjectNode) Json.treeOf(group);
        tree.set("Constraints", Json.treeOf(constraints));
        return Json.read(tree, TaskGroup.class);
    }
}
