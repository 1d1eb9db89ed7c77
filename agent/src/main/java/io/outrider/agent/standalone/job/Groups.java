package io.outrider.agent.standalone.job;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.placement.Constraint;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Copies of groups with one thing changed. */
final class Groups {

    private Groups() {}

    static TaskGroup withCount(TaskGroup group, @Nullable Long count) {
        ObjectNode tree = Json.mapper().valueToTree(group);
        return Json.read(tree.put("Count", count), TaskGroup.class);
    }

    static TaskGroup withConstraints(TaskGroup group, List<Constraint> constraints) {
        ObjectNode tree = Json.mapper().valueToTree(group);
        tree.set("Constraints", Json.mapper().valueToTree(constraints));
        return Json.read(tree, TaskGroup.class);
    }
}
