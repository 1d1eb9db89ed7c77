package io.outrider.runners.env;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ConfigTemplate;
import io.outrider.runners.env.EnvSpec.EnvDirs;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.node.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What the reference put in place of {@code ${...}} when it ran tasks, vector by vector. */
class RuntimeInterpolationTest {

    private static final String ALLOC_ID = "0a1b2c3d-1111-2222-3333-444444444444";
    private static final String ALLOC_DIR = "/data/alloc/" + ALLOC_ID;
    private static final String NAME = "[\\p{L}_][\\p{L}\\p{N}_-]*";
    private static final Pattern TRAVERSAL =
            Pattern.compile("\\$\\{(" + NAME + ")((?:\\." + NAME + "|\\[\"[^\"]*\"])*)}");
    private static final Pattern STEP = Pattern.compile("\\.(" + NAME + ")|\\[\"([^\"]*)\"]");

    private static final List<String> LITERALS = List.of("${true}", "${null}");

    record Vector(String name, String path, JsonNode json, JsonNode context) {
        @Override
        public String toString() {
            return name;
        }

        String template() {
            return json.get("template").asString();
        }
    }

    private static JsonNode file() {
        String text = Given.shared("corpus/lang/runtime-interpolation.json")
                .replace("@ALLOC_ID@", ALLOC_ID)
                .replace("@SHORT_ALLOC_ID@", ALLOC_ID.substring(0, 8))
                .replace("@ALLOC@", ALLOC_DIR)
                .replace("@NODE_ID@", "node-1")
                .replace("@DISPATCHED_JOB_ID@", "rt-param/dispatch-1");
        return Json.mapper().readTree(text);
    }

    static Stream<Vector> vectors() {
        JsonNode file = file();
        List<Vector> vectors = new ArrayList<>();
        file.get("vectors")
                .forEach(json -> vectors.add(new Vector(
                        json.get("name").asString(), json.get("path").asString(), json, file.get("context"))));
        return vectors.stream();
    }

    private static Stream<Vector> of(String... paths) {
        return vectors().filter(vector -> List.of(paths).contains(vector.path()));
    }

    static Stream<Vector> values() {
        return of("env");
    }

    static Stream<Vector> services() {
        return of("service", "group-service");
    }

    static Stream<Vector> variables() {
        return of("environment", "dispatch");
    }

    /** Those that are one plain name; the language around names is tested where it is made. */
    static Stream<Vector> names() {
        return of("config")
                .filter(vector -> TRAVERSAL.matcher(vector.template()).matches())
                .filter(vector -> !LITERALS.contains(vector.template()));
    }

    @Test
    void allVectorsAreSeen() {
        assertThat(values()).hasSizeGreaterThan(80);
        assertThat(services()).hasSizeGreaterThan(50);
        assertThat(variables()).hasSizeGreaterThan(90);
        assertThat(names()).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesOfTheEnvBlock(Vector vector) {
        TaskEnv env = TaskEnv.of(running(vector.context(), Map.of("VECTOR", vector.template())));

        assertThat(env.variables().get("VECTOR"))
                .isEqualTo(vector.json().get("result").asString());
    }

    @ParameterizedTest
    @MethodSource("services")
    void servicesAfterwards(Vector vector) {
        EnvSpec spec = running(vector.context(), Map.of());
        TaskEnv env = vector.path().equals("service")
                ? TaskEnv.of(spec)
                : TaskEnv.of(EnvSpec.of(spec.node(), spec.alloc()).withDirs(spec.dirs(), spec.hostDirs()));

        assertThat(env.interpolate(vector.template()))
                .isEqualTo(vector.json().get("result").asString());
    }

    @ParameterizedTest
    @MethodSource("variables")
    void variablesOfTheProcess(Vector vector) {
        TaskEnv env = TaskEnv.of(spec(vector));

        assertThat(env.variables())
                .containsEntry(
                        vector.json().get("variable").asString(),
                        vector.json().get("result").asString());
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesInDriverConfigs(Vector vector) {
        Optional<Object> found = walk(
                TaskEnv.of(running(vector.context(), Map.of())).configTree().root(), vector.template());

        if (vector.json().has("result")) {
            assertThat(found).contains(vector.json().get("result").asString());
        } else {
            assertThat(found.filter(String.class::isInstance)).isEmpty();
        }
    }

    static Stream<Vector> configs() {
        return of("config");
    }

    /** The whole way of a text in a driver's config: the names of this task, and the language around them. */
    @ParameterizedTest
    @MethodSource("configs")
    void templatesInDriverConfigs(Vector vector) {
        Map<String, Object> names =
                TaskEnv.of(running(vector.context(), Map.of())).configTree().root();
        ConfigTemplate.Result result = ConfigTemplate.render(Map.of("v", vector.template()), names);

        if (vector.json().has("result")) {
            assertThat(result).isInstanceOf(ConfigTemplate.Rendered.class);
            Object value = ((ConfigTemplate.Rendered) result).config().getOrDefault("v", "");
            assertThat(String.valueOf(value))
                    .isEqualTo(vector.json().get("result").asString());
            return;
        }
        String message = vector.json().get("error").get("messages").get(0).asString();
        String summary = message.substring(0, message.indexOf(':'));
        if (summary.equals("Incorrect attribute value type")) {
            // The driver refuses it: a list, say, where its config wants text.
            Object value = ((ConfigTemplate.Rendered) result).config().getOrDefault("v", "");
            assertThat(value).isNotInstanceOf(String.class);
            return;
        }
        assertThat(result).isInstanceOf(ConfigTemplate.Failed.class);
        assertThat(((ConfigTemplate.Failed) result).diagnostics().get(0).summary())
                .isEqualTo(summary);
    }

    private static Optional<Object> walk(Map<String, Object> root, String template) {
        Matcher whole = TRAVERSAL.matcher(template.replace("$${", "{{"));
        assertThat(whole.matches()).isTrue();
        Optional<Object> at = Optional.ofNullable(root.get(whole.group(1)));
        Matcher step = STEP.matcher(whole.group(2));
        while (step.find()) {
            String key = step.group(1) != null ? step.group(1) : step.group(2).replace("{{", "${");
            at = at.filter(Map.class::isInstance).map(map -> ((Map<?, ?>) map).get(key));
        }
        return at;
    }

    private static EnvSpec spec(Vector vector) {
        return vector.path().equals("dispatch") ? dispatched(vector.context()) : running(vector.context(), Map.of());
    }

    private static EnvSpec running(JsonNode context, Map<String, String> more) {
        Map<String, Object> task = task(context);
        env(task).putAll(more);
        List<Object> ports = new ArrayList<>();
        List<Object> networkPorts = new ArrayList<>();
        context.get("group").get("ports").forEach(port -> {
            long to = port.has("to") ? port.get("to").asLong() : 0;
            String label = port.get("label").asString();
            networkPorts.add(
                    Given.map("Label", label, "Value", port.get("value").asLong(), "To", to));
            ports.add(Given.map("Label", label, "Value", port.get("value").asLong(), "To", to, "HostIP", "127.0.0.1"));
        });
        Map<String, Object> job = Given.map(
                "ID", "rt-job", "Name", "rt-name", "Meta", context.get("job").get("meta"));
        Object networks = List.of(Given.map("IP", "127.0.0.1", "ReservedPorts", networkPorts));
        Map<String, Object> shared = Given.map("Ports", ports, "Networks", networks);
        return spec(context, job, task, shared);
    }

    private static EnvSpec dispatched(JsonNode context) {
        JsonNode dispatch = context.get("dispatch");
        Map<String, Object> task = task(context);
        task.put("Env", dispatch.get("task_env"));
        Map<String, Object> meta = new LinkedHashMap<>();
        context.get("job").get("meta").forEachEntry(meta::put);
        dispatch.get("meta").forEachEntry(meta::put);
        Map<String, Object> job = Given.map(
                "ID", dispatch.get("job_id"), "Name", dispatch.get("job_id"), "ParentID", dispatch.get("parent_id"));
        job.put("Meta", meta);
        job.put("Dispatched", true);
        job.put("ParameterizedJob", Given.map("MetaOptional", dispatch.get("meta_optional")));
        return spec(context, job, task, Map.of());
    }

    private static Map<String, Object> task(JsonNode context) {
        JsonNode task = context.get("task");
        Map<String, Object> env = new LinkedHashMap<>();
        task.get("env").forEachEntry(env::put);
        return Given.map("Name", "task-a", "Driver", "raw_exec", "Meta", task.get("meta"), "Env", env);
    }

    @SuppressWarnings("unchecked") // made so just above
    private static Map<String, Object> env(Map<String, Object> task) {
        return (Map<String, Object>) task.get("Env");
    }

    private static EnvSpec spec(
            JsonNode context, Map<String, Object> job, Map<String, Object> task, Map<String, Object> shared) {
        job.put("Namespace", "default");
        Object groupMeta = context.get("group").get("meta");
        job.put("TaskGroups", List.of(Given.map("Name", "grp", "Meta", groupMeta, "Tasks", List.of(task))));
        Map<String, Object> given = Given.map(
                "Cpu", Given.map("CpuShares", 21), "Memory", Given.map("MemoryMB", 22), "Networks", List.of());
        Alloc alloc = Given.alloc(Given.map(
                "ID",
                ALLOC_ID,
                "Name",
                job.get("ID") instanceof JsonNode id ? id.asString() + ".grp[0]" : "rt-job.grp[0]",
                "Namespace",
                "default",
                "TaskGroup",
                "grp",
                "Job",
                job,
                "AllocatedResources",
                Given.map("Tasks", Given.map("task-a", given), "Shared", shared)));
        JsonNode node = context.get("node");
        NodeVariables variables = NodeVariables.of(
                Json.read(
                        Json.mapper()
                                .<JsonNode>valueToTree(Given.map(
                                        "ID",
                                        "node-1",
                                        "Name",
                                        node.get("name"),
                                        "Datacenter",
                                        node.get("datacenter"),
                                        "NodeClass",
                                        node.get("class"),
                                        "Attributes",
                                        node.get("attributes"),
                                        "Meta",
                                        node.get("meta"),
                                        "CgroupParent",
                                        context.get("cgroup_parent"))),
                        Node.class),
                "global");
        Map<String, String> host = new LinkedHashMap<>();
        context.get("host_env").forEachEntry((key, value) -> host.put(key, value.asString()));
        EnvDirs dirs = new EnvDirs(ALLOC_DIR + "/alloc", ALLOC_DIR + "/task-a/local", ALLOC_DIR + "/task-a/secrets");
        return EnvSpec.of(variables, alloc)
                .withTask(Given.task(alloc, "task-a"))
                .withDirs(dirs, dirs)
                .withHostEnv(host);
    }
}
