package io.outrider.runners.env;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.env.EnvSpec.EnvDirs;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TaskEnvTest {

    private static TaskEnv env(Alloc alloc, String task) {
        return TaskEnv.of(EnvSpec.of(Given.NODE, alloc).withTask(Given.task(alloc, task)));
    }

    @Test
    void aTaskWithPortsAndMetaHasTheVariablesThatWereRecorded() {
        JsonNode recorded = Json.mapper()
                .readTree(Given.shared("golden/scenarios/env-all-nomad-variables/expected.json"))
                .get("responses");
        String text = recorded.get(1).get("text").asString();
        JsonNode file = Json.mapper().readTree(Given.shared("golden/scenarios/env-all-nomad-variables/job.json"));
        TaskEnv env = TaskEnv.of(placed(file.get("Job")));

        List<String> nomad = env.list().stream()
                .filter(line -> line.startsWith("NOMAD_"))
                .map(line -> line.replaceAll("=(127.0.0.1:)?2[0-9]{4}$", "=$1<port>"))
                .toList();
        assertThat(nomad).containsExactlyElementsOf(text.lines().toList());
    }

    private static EnvSpec placed(JsonNode job) {
        Map<String, Object> given = Given.map(
                "Cpu", Given.map("CpuShares", 20), "Memory", Given.map("MemoryMB", 20), "Networks", List.of());
        List<Object> ports = List.of(
                Given.map("Label", "http", "Value", 20100, "To", 0, "HostIP", "127.0.0.1"),
                Given.map("Label", "adm", "Value", 20200, "To", 9000, "HostIP", "127.0.0.1"));
        Alloc alloc = Given.alloc(Given.map(
                "ID",
                "<uuid>",
                "Name",
                "env-all-nomad-variables.g[0]",
                "Namespace",
                "default",
                "TaskGroup",
                "g",
                "Job",
                job,
                "AllocatedResources",
                Given.map(
                        "Tasks", Given.map("t", given, "other", given),
                        "Shared", Given.map("Ports", ports, "Networks", List.of()))));
        NodeVariables node =
                Given.node("{\"ID\": \"n1\", \"Datacenter\": \"dc1\", \"CgroupParent\": \"<cgroup-parent>\"}");
        Path root = Path.of("<alloc-root>/<uuid>");
        EnvDirs dirs = EnvDirs.onHost(new io.outrider.drivers.TaskConfig.TaskDirs(
                root, root.resolve("t"), root.resolve("t/local"), root.resolve("t/secrets"), root.resolve("alloc")));
        EnvSpec spec = EnvSpec.of(node, alloc).withTask(Given.task(alloc, "t")).withDirs(dirs, dirs);
        // The recording shows eight characters of the ID as a placeholder.
        return new EnvSpec(spec.node(), spec.alloc(), spec.task(), dirs, dirs, Map.of(), Map.of(), shortId(), Map.of());
    }

    private static Map<String, String> shortId() {
        return Map.of("NOMAD_SHORT_ALLOC_ID", "<hex8>");
    }

    @Test
    void laterStepsWin() {
        Alloc alloc = Given.allocOf("""
                [{"Name": "t", "Env": {"A": "job", "B": "job", "C": "job", "PATH": "/job:${PATH}",
                  "NOMAD_REGION": "mars"}}]""");
        TaskEnv env = TaskEnv.of(EnvSpec.of(Given.NODE, alloc)
                .withTask(Given.task(alloc, 0))
                .withHostEnv(Map.of("A", "host", "HOST", "host", "PATH", "/bin", "NOMAD_TASK_NAME", "host"))
                .withHookEnv(Map.of("B", "hook ${A}", "C", "hook"))
                .withTemplateEnv(Map.of("C", "file ${A}")));

        assertThat(env.variables())
                .containsEntry("A", "job")
                .containsEntry("B", "hook job")
                .containsEntry("C", "file ${A}")
                .containsEntry("HOST", "host")
                .containsEntry("PATH", "/job:/bin")
                .containsEntry("NOMAD_REGION", "mars")
                .containsEntry("NOMAD_TASK_NAME", "t");
    }

    @Test
    void nothingOfTheAgentIsThereButASanePath() {
        Alloc alloc = Given.allocOf("[{\"Name\": \"t\"}]");
        TaskEnv env = TaskEnv.of(
                EnvSpec.of(Given.NODE, alloc).withTask(Given.task(alloc, 0)).withHostEnv(HostEnv.clean()));

        assertThat(env.variables().keySet()).allMatch(name -> name.startsWith("NOMAD_") || name.equals("PATH"));
        assertThat(env.variables().get("PATH")).contains("/usr/bin");
    }

    @Test
    void deniedNamesOfTheHostAreNotPassedOn() {
        Map<String, String> host = Map.of("VAULT_TOKEN", "s3cret", "LANG", "C");

        assertThat(HostEnv.filtered(host, HostEnv.DENYLIST)).isEqualTo(Map.of("LANG", "C"));
    }

    @Test
    void valuesOfABlockMayReferToEachOtherInAnyOrder() {
        Alloc alloc = Given.allocOf("""
                [{"Name": "t", "Env": {"A": "<${B}>", "B": "<${C}>", "C": "c", "X": "x${Y}", "Y": "y${X}"}}]""");

        assertThat(env(alloc, "t").variables())
                .containsEntry("A", "<<c>>")
                .containsEntry("B", "<c>")
                .containsEntry("X", "xy${X}")
                .containsEntry("Y", "y${X}");
    }

    @Test
    void valuesThatDoubleEachOtherDoNotFillTheMemory() {
        Map<String, Object> block = Given.map("V0", "x".repeat(1000));
        IntStream.range(1, 60).forEach(i -> block.put("V" + i, "${V%d}${V%d}".formatted(i - 1, i - 1)));
        Alloc alloc = Given.allocOf(
                "[{\"Name\": \"t\", \"Env\": %s}]".formatted(Json.mapper().writeValueAsString(block)));

        Map<String, String> variables = env(alloc, "t").variables();

        assertThat(variables.get("V5")).hasSize(32_000);
        assertThat(variables.values()).allMatch(value -> value.length() <= 128 * 1024);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second"})
    void servicesOfOneTaskNeverSeeVariablesOfAnother(String order) {
        Alloc alloc = Given.allocOf("""
                [{"Name": "a", "Env": {"X": "a"}, "Meta": {"m": "a"}}, {"Name": "b"}]""");
        TaskEnv base = TaskEnv.of(EnvSpec.of(Given.NODE, alloc));
        List<String> names = new ArrayList<>(List.of("a", "b"));
        if (order.equals("second")) {
            Collections.reverse(names);
        }

        Map<String, String> services = new HashMap<>();
        names.forEach(task -> services.put(
                task, base.withTask(alloc, Given.task(alloc, task)).interpolate("svc-${X}-${NOMAD_META_m}")));

        assertThat(services).isEqualTo(Map.of("a", "svc-a-a", "b", "svc-${X}-${NOMAD_META_m}"));
    }

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withTaskEqualsAFreshBuildAndLeavesTheBaseAlone(int seed) {
        Random random = new Random(seed);
        Alloc alloc = Given.allocOf(randomTasks(random));
        TaskEnv base = TaskEnv.of(EnvSpec.of(Given.NODE, alloc));
        List<String> before = base.list();
        List<Task> tasks = new ArrayList<>(alloc.group().orElseThrow().taskList());
        Collections.shuffle(tasks, random);

        for (Task task : tasks) {
            Map<String, String> overlaid = base.withTask(alloc, task).variables();
            Map<String, String> fresh =
                    TaskEnv.of(EnvSpec.of(Given.NODE, alloc).withTask(task)).variables();

            assertThat(overlaid).isEqualTo(fresh);
            assertThat(base.list()).isEqualTo(before);
        }
    }

    /** Names come from a small set, so that tasks have much in common; each may refer to those after it. */
    private static String randomTasks(Random random) {
        List<Object> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Map<String, Object> meta = new LinkedHashMap<>();
            Map<String, Object> env = new LinkedHashMap<>();
            for (int n = 0; n < 4; n++) {
                if (random.nextBoolean()) {
                    meta.put(List.of("a", "b-b", "c.c", "D").get(n), value(random, n));
                }
                if (random.nextBoolean()) {
                    env.put(
                            List.of("A", "NOMAD_META_x-y", "B", "NOMAD_PORT_p-p")
                                    .get(n),
                            value(random, n));
                }
            }
            tasks.add(Given.map("Name", "t" + i, "Meta", meta, "Env", env));
        }
        return Json.mapper().writeValueAsString(tasks);
    }

    private static String value(Random random, int n) {
        List<String> parts = List.of(
                "v" + random.nextInt(100),
                "${attr.kernel.name}",
                "${nowhere}",
                "${NOMAD_TASK_NAME}",
                n < 2 ? "${NOMAD_META_D}" : "${NOMAD_ALLOC_ID}",
                n < 2 ? "${NOMAD_PORT_p-p}" : "${node.class}");
        return parts.get(random.nextInt(parts.size())) + parts.get(random.nextInt(parts.size()));
    }

    @Test
    void portsComeFromTheAllocAndNotFromTheJob() {
        String job = """
                "TaskGroup": "g", "Job": {"TaskGroups": [{"Name": "g", "Tasks": [{"Name": "t", "Resources":
                {"Networks": [{"DynamicPorts": [{"Label": "db", "Value": 0}]}]}}, {"Name": "o"}]}]},""";
        String network = """
                {"CPU": 7, "MemoryMB": 8, "Networks": [{"IP": "10.0.0.1",
                 "DynamicPorts": [{"Label": "db", "Value": 21722}]}]}""";
        Alloc older = Given.alloc("{" + job + "\"TaskResources\": {\"t\": " + network + ", \"o\": " + network + "}}");

        assertThat(env(older, "t").variables())
                .containsEntry("NOMAD_PORT_db", "21722")
                .containsEntry("NOMAD_ADDR_db", "10.0.0.1:21722")
                .containsEntry("NOMAD_HOST_PORT_db", "21722")
                .containsEntry("NOMAD_IP_db", "10.0.0.1")
                .containsEntry("NOMAD_ADDR_o_db", "10.0.0.1:21722")
                .containsEntry("NOMAD_PORT_o_db", "21722")
                .containsEntry("NOMAD_IP_o_db", "10.0.0.1")
                .containsEntry("NOMAD_CPU_LIMIT", "7")
                .containsEntry("NOMAD_MEMORY_LIMIT", "8")
                .doesNotContainKey("NOMAD_ADDR_t_db");
    }

    @Test
    void driverPortsAndAddressesOfVersionSix() {
        Alloc alloc = Given.alloc("""
                {"TaskGroup": "g", "Job": {"TaskGroups": [{"Name": "g", "Tasks": [{"Name": "t"}]}]},
                 "AllocatedResources": {"Tasks": {"t": {"Networks": [{"IP": "fd00::1",
                  "ReservedPorts": [{"Label": "db", "Value": 5432}]}],
                  "Cpu": {"ReservedCores": [5, 0, 1, 2]}, "Memory": {"MemoryMaxMB": 64}}}}}""");
        TaskEnv env = TaskEnv.of(
                EnvSpec.of(Given.NODE, alloc).withTask(Given.task(alloc, 0)).withDriverPorts(Map.of("db", 15432)));

        assertThat(env.variables())
                .containsEntry("NOMAD_ADDR_db", "[fd00::1]:5432")
                .containsEntry("NOMAD_PORT_db", "15432")
                .containsEntry("NOMAD_HOST_PORT_db", "5432")
                .containsEntry("NOMAD_CPU_CORES", "0-2,5")
                .containsEntry("NOMAD_MEMORY_MAX_LIMIT", "64")
                .doesNotContainKeys("NOMAD_MEMORY_LIMIT", "NOMAD_CPU_LIMIT");
    }

    @Test
    void upstreamsAreThereUnderBothNames() {
        Alloc alloc = Given.alloc("""
                {"TaskGroup": "g", "Job": {"TaskGroups": [{"Name": "g", "Tasks": [], "Services": [{"Connect":
                 {"SidecarService": {"Proxy": {"Upstreams":
                 [{"DestinationName": "my-db", "LocalBindPort": 9000}]}}}}]}]}}""");

        assertThat(TaskEnv.of(EnvSpec.of(Given.NODE, alloc)).variables())
                .containsEntry("NOMAD_UPSTREAM_ADDR_my-db", "127.0.0.1:9000")
                .containsEntry("NOMAD_UPSTREAM_ADDR_my_db", "127.0.0.1:9000")
                .containsEntry("NOMAD_UPSTREAM_PORT_my_db", "9000")
                .containsEntry("NOMAD_UPSTREAM_IP_my_db", "127.0.0.1");
    }

    @Test
    void agentAndTaskSeeDirectoriesTheirOwnWay() {
        Alloc alloc = Given.allocOf("[{\"Name\": \"t\", \"Env\": {\"F\": \"${NOMAD_TASK_DIR}/f\"}}]");
        TaskEnv env = TaskEnv.of(EnvSpec.of(Given.NODE, alloc)
                .withTask(Given.task(alloc, 0))
                .withDirs(EnvDirs.IN_ROOT, new EnvDirs("/h/alloc", "/h/t/local", "/h/t/secrets")));

        assertThat(env.variables()).containsEntry("F", "/local/f").containsEntry("NOMAD_SECRETS_DIR", "/secrets");
        assertThat(env.hostVariables()).containsEntry("F", "/h/t/local/f");
        assertThat(env.interpolate("${F} ${NOMAD_ALLOC_DIR}")).isEqualTo("/local/f /alloc");
        assertThat(env.interpolateHost("${F} ${NOMAD_ALLOC_DIR}")).isEqualTo("/h/t/local/f /h/alloc");
    }

    @Test
    void whereCleaningMakesTwoNamesOneTheNameThatWasCleanWins() {
        assertThat(KeyCleaning.clean(Map.of("NOMAD_META_a-b", "dash", "NOMAD_META_a_b", "clean", "O-K", "kept")))
                .isEqualTo(Map.of("NOMAD_META_a_b", "clean", "O-K", "kept"));
        assertThat(KeyCleaning.clean("NOMAD_META_é.1")).isEqualTo("NOMAD_META___.1");
        assertThat(KeyCleaning.cleanAll("1a")).isEqualTo("_a");
    }

    @Test
    void namesInConfigsAreTheSameInAHundredRuns() {
        List<String> names =
                Arrays.asList("attr.driver.docker", "attr.driver.docker.version", "attr.driver.docker.volumes.enabled");
        List<ConfigTree> trees = new ArrayList<>();
        for (int run = 0; run < 100; run++) {
            Collections.shuffle(names, new Random(run));
            Map<String, String> node = new LinkedHashMap<>();
            names.forEach(name -> node.put(name, name.length() + ""));
            trees.add(ConfigTree.of(Map.of("P", "p"), node));
        }

        assertThat(new TreeSet<>(trees.stream().map(ConfigTree::toString).collect(Collectors.toSet())))
                .hasSize(1);
        assertThat(trees.get(0).refused()).isEmpty();
        assertThat(trees.get(0).root())
                .extractingByKey("attr")
                .isEqualTo(Map.of(
                        "driver", Map.of("docker", Map.of("version", "26", "volumes", Map.of("enabled", "34")))));
    }

    @Test
    void namesThatCannotBeNestedAreToldAndStayInEnv() {
        ConfigTree tree = ConfigTree.of(
                Map.of("a..b", "1", ".c", "2", "d.", "3", "", "4", "e.f", "5", "node", "6", "attr.x", "mine"),
                Map.of("attr.x", "node's", "meta..y", "7", "node.class", "big"));

        assertThat(tree.refused()).containsExactly("", ".c", "a..b", "d.", "meta..y");
        assertThat(tree.root().keySet()).containsExactlyInAnyOrder("attr", "e", "env", "meta", "node");
        assertThat(tree.root().get("env"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("a..b", "1")
                .containsEntry("attr.x", "mine")
                .containsEntry("node", "6");
        assertThat(tree.root().get("node"))
                .isEqualTo(Map.of("class", "big", "attr", Map.of("x", "node's"), "meta", Map.of()));
    }
}
