package io.outrider.runners.env;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;

/** Things that environments are made of, written as JSON. */
final class Given {

    static final NodeVariables NODE = node("""
            {"ID": "n1", "Name": "test-node", "Datacenter": "dc1", "NodeClass": "big", "CgroupParent": "/nomad",
             "Attributes": {"kernel.name": "linux"}, "Meta": {"rack": "r1"}}""");

    private Given() {}

    static NodeVariables node(String json) {
        return NodeVariables.of(Json.read(json, Node.class), "global");
    }

    static Alloc alloc(String json) {
        return Json.read(json, Alloc.class);
    }

    static Alloc alloc(Map<String, ?> json) {
        return Json.read(Json.mapper().<JsonNode>valueToTree(json), Alloc.class);
    }

    /** An alloc of group {@code g} of job {@code j} with these tasks. */
    static Alloc allocOf(String tasks) {
        return alloc("""
                {"ID": "aaaaaaaa-1111-2222-3333-444444444444", "Name": "j.g[0]", "Namespace": "default",
                 "TaskGroup": "g", "Job": {"ID": "j", "Name": "j",
                 "TaskGroups": [{"Name": "g", "Tasks": %s}]}}""".formatted(tasks));
    }

    static Task task(Alloc alloc, int index) {
        return alloc.group().orElseThrow().taskList().get(index);
    }

    static Task task(Alloc alloc, String name) {
        return alloc.group().orElseThrow().taskList().stream()
                .filter(task -> name.equals(task.name()))
                .findFirst()
                .orElseThrow();
    }

    static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    /** A file of the recorded data; missing: an error under CI, elsewhere the test is skipped with a message. */
    static String shared(String file) {
        Path path = Path.of(System.getProperty("outrider.root"), "..", "shared", file)
                .toAbsolutePath()
                .normalize();
        boolean there = Files.isReadable(path);
        if (!there && System.getenv("CI") != null) {
            throw new IllegalStateException("recorded data is missing: " + path);
        }
        Assumptions.assumeTrue(there, "recorded data is missing: " + path);
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
