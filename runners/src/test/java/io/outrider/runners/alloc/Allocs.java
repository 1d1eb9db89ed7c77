package io.outrider.runners.alloc;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes allocs for tests. */
final class Allocs {

    private Allocs() {}

    static Alloc of(JsonNode job, int number) {
        ObjectNode alloc = Json.mapper().createObjectNode();
        String group = job.path("TaskGroups").path(0).path("Name").asString();
        alloc.put("ID", UUID.randomUUID().toString());
        alloc.put("Namespace", "default");
        alloc.put("Name", job.path("ID").asString() + "." + group + "[" + number + "]");
        alloc.put("NodeID", "22222222-0000-0000-0000-000000000000");
        alloc.put("JobID", job.path("ID").asString());
        alloc.set("Job", job);
        alloc.put("TaskGroup", group);
        alloc.put("DesiredStatus", "run");
        alloc.put("ClientStatus", "pending");
        return Json.read(alloc, Alloc.class);
    }

    static Alloc at(Alloc alloc, long index) {
        ObjectNode json = json(alloc);
        json.put("AllocModifyIndex", index);
        return Json.read(json, Alloc.class);
    }

    static Alloc stopped(Alloc alloc, boolean noShutdownDelay) {
        ObjectNode json = json(alloc);
        json.put("DesiredStatus", "stop");
        json.putObject("DesiredTransition").put("NoShutdownDelay", noShutdownDelay);
        return Json.read(json, Alloc.class);
    }

    static Alloc withJob(Alloc alloc, String jobJson) {
        ObjectNode json = json(alloc);
        json.set("Job", Json.mapper().readTree(jobJson));
        return Json.read(json, Alloc.class);
    }

    private static ObjectNode json(Alloc alloc) {
        return (ObjectNode) Json.mapper().readTree(Json.bytes(alloc));
    }
}
