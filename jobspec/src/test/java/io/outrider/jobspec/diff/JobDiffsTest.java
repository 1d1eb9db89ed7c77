package io.outrider.jobspec.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.outrider.jobspec.corpus.Corpus;
import io.outrider.state.model.Json;
import io.outrider.state.model.diff.DiffType;
import io.outrider.state.model.diff.FieldDiff;
import io.outrider.state.model.diff.JobDiff;
import io.outrider.state.model.diff.ObjectDiff;
import io.outrider.state.model.diff.TaskDiff;
import io.outrider.state.model.diff.TaskGroupDiff;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Plans as the reference made them, then what no plan was recorded for. */
class JobDiffsTest {

    private static final String JOB = """
            {"ID": "j", "Type": "service", "Datacenters": ["dc1"], "Meta": {"a": "1"}, "TaskGroups": [{
              "Name": "g", "Count": 1,
              "Networks": [{"Mode": "host", "DynamicPorts": [{"Label": "http"}]}],
              "Services": [{"Name": "s", "PortLabel": "http", "Provider": "nomad", "Tags": ["x", "y"],
                "Checks": [{"Name": "c", "Type": "http", "Path": "/", "Interval": 1000000000, "Timeout": 1000000000}]}],
              "Tasks": [{"Name": "t", "Driver": "raw_exec", "Env": {"E": "1"},
                "Config": {"command": "sleep", "args": ["1", "2"]},
                "Constraints": [{"LTarget": "${attr.cpu.arch}", "RTarget": "amd64", "Operand": "="}]}]}]}""";

    private static Path golden() {
        return Corpus.folder().resolve("../golden/http").normalize();
    }

    private static JsonNode plan(String name) {
        return Json.mapper()
                .readTree(golden().resolve("jobs.json").toFile())
                .valueStream()
                .filter(found -> found.path("name").asString("").equals(name))
                .findFirst()
                .orElseThrow()
                .path("response")
                .path("body_json")
                .path("Diff");
    }

    private static ObjectNode recorded(String job) {
        JsonNode tree = Json.mapper()
                .readTree(golden().resolve("jobs").resolve(job + ".json").toFile());
        return (ObjectNode) (tree.has("Job") ? tree.get("Job") : tree);
    }

    private static Job job(JsonNode tree) {
        return Canonical.of(Json.read(tree, Job.class));
    }

    private static Job changed(Consumer<ObjectNode> change) {
        ObjectNode tree = (ObjectNode) Json.mapper().readTree(JOB);
        change.accept(tree);
        return job(tree);
    }

    private static ObjectNode task(ObjectNode job) {
        return (ObjectNode) job.path("TaskGroups").path(0).path("Tasks").path(0);
    }

    private static ObjectNode group(ObjectNode job) {
        return (ObjectNode) job.path("TaskGroups").path(0);
    }

    private static JobDiff diff(Consumer<ObjectNode> change) {
        return JobDiffs.between(Optional.of(changed(job -> {})), Optional.of(changed(change)));
    }

    private static TaskGroupDiff groupDiff(JobDiff diff) {
        return Objects.requireNonNull(diff.taskGroups()).get(0);
    }

    private static TaskDiff taskDiff(JobDiff diff) {
        return Objects.requireNonNull(groupDiff(diff).tasks()).get(0);
    }

    /** What a plan adds once it has placed allocs. */
    private static JsonNode withoutUpdates(JsonNode diff) {
        diff.path("TaskGroups").valueStream().forEach(group -> ((ObjectNode) group).remove("Updates"));
        return diff;
    }

    @ParameterizedTest
    @CsvSource({"plan-changed, 60", "plan-same, 50"})
    void planOfAKnownJobIsAsRecorded(String name, int memory) {
        ObjectNode changed = recorded("done");
        ((ObjectNode) task(changed).path("Resources")).put("MemoryMB", memory);
        JobDiff diff = JobDiffs.between(Optional.of(job(recorded("done"))), Optional.of(job(changed)));
        assertThat(withoutUpdates(Json.mapper().valueToTree(diff))).isEqualTo(withoutUpdates(plan(name)));
    }

    @Test
    void planOfANewJobIsAsRecorded() {
        // The node pool is what a server gives a job that names none, before it plans.
        ObjectNode added =
                recorded("done").put("ID", "brandnew").put("Name", "brandnew").put("NodePool", "default");
        ObjectNode diff = Json.mapper().valueToTree(JobDiffs.between(Optional.empty(), Optional.of(job(added))));
        diff.remove("TaskGroups");
        assertThat(diff).isEqualTo(plan("plan-new"));
    }

    @Test
    void jobThatGoesIsDeletedWithItsGroupsAndTasks() {
        JobDiff diff = JobDiffs.between(Optional.of(changed(job -> {})), Optional.empty());
        assertThat(diff.type()).isEqualTo(DiffType.DELETED);
        assertThat(groupDiff(diff).type()).isEqualTo(DiffType.DELETED);
        assertThat(taskDiff(diff).annotations()).containsExactly("forces destroy");
    }

    @Test
    void sameJobHasNoDifference() {
        JobDiff diff = diff(job -> {});
        assertThat(diff.type()).isEqualTo(DiffType.NONE);
        assertThat(diff.fields()).isNull();
        assertThat(taskDiff(diff).annotations()).isNull();
    }

    @Test
    void differentJobsCannotBeCompared() {
        Optional<Job> other = Optional.of(changed(job -> job.put("ID", "k")));
        assertThatThrownBy(() -> JobDiffs.between(Optional.of(changed(job -> {})), other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"j\" and \"k\"");
    }

    @Test
    void countSaysWhatItForces() {
        JobDiff more = diff(job -> group(job).put("Count", 3));
        assertThat(groupDiff(more).fields())
                .containsExactly(new FieldDiff(DiffType.EDITED, "Count", "1", "3", List.of("forces create")));
        JobDiff fewer = diff(job -> group(job).put("Count", 0));
        assertThat(groupDiff(fewer).fields())
                .extracting(FieldDiff::annotations)
                .containsExactly(List.of("forces destroy"));
    }

    @Test
    void entriesOfMapsAreFieldsOfTheirOwn() {
        JobDiff diff = diff(job -> {
            ((ObjectNode) job.path("Meta")).put("a", "2").put("b", "3");
            ((ObjectNode) task(job).path("Env")).removeAll();
        });
        assertThat(diff.fields())
                .containsExactly(
                        new FieldDiff(DiffType.EDITED, "Meta[a]", "1", "2", null),
                        new FieldDiff(DiffType.ADDED, "Meta[b]", "", "3", null));
        assertThat(taskDiff(diff).fields()).containsExactly(new FieldDiff(DiffType.DELETED, "Env[E]", "1", "", null));
    }

    @Test
    void configIsToldLeafByLeaf() {
        JobDiff diff = diff(job -> ((ObjectNode) task(job).path("Config"))
                .putArray("args")
                .add("1")
                .add("9"));
        ObjectDiff config = Objects.requireNonNull(taskDiff(diff).objects()).get(0);
        assertThat(config.name()).isEqualTo("Config");
        assertThat(config.fields())
                .containsExactly(
                        new FieldDiff(DiffType.NONE, "args[0]", "1", "1", null),
                        new FieldDiff(DiffType.EDITED, "args[1]", "2", "9", null),
                        new FieldDiff(DiffType.NONE, "command", "sleep", "sleep", null));
        assertThat(taskDiff(diff).annotations()).containsExactly("forces create/destroy update");
    }

    @Test
    void constraintThatChangesGoesAndComesAndIsMadeInPlace() {
        JobDiff diff = diff(job -> ((ObjectNode) task(job).path("Constraints").path(0)).put("RTarget", "arm64"));
        assertThat(taskDiff(diff).objects())
                .extracting(ObjectDiff::name, ObjectDiff::type)
                .containsExactly(tuple("Constraint", DiffType.ADDED), tuple("Constraint", DiffType.DELETED));
        assertThat(taskDiff(diff).annotations()).containsExactly("forces in-place update");
    }

    @Test
    void servicesAndChecksAreFollowedByTheirNames() {
        JobDiff diff = diff(job -> {
            ObjectNode service = (ObjectNode) group(job).path("Services").path(0);
            service.putArray("Tags").add("y").add("z");
            ((ObjectNode) service.path("Checks").path(0)).put("Path", "/health");
        });
        ObjectDiff service = Objects.requireNonNull(groupDiff(diff).objects()).get(0);
        assertThat(service.name()).isEqualTo("Service");
        assertThat(service.type()).isEqualTo(DiffType.EDITED);
        assertThat(service.objects()).extracting(ObjectDiff::name).containsExactly("Tags", "Check");
        ObjectDiff check = Objects.requireNonNull(service.objects()).get(1);
        assertThat(check.fields()).contains(new FieldDiff(DiffType.EDITED, "Path", "/", "/health", null));
    }

    @Test
    void restartPolicyOfTheGroupIsNotToldAgainForEachTask() {
        JobDiff diff = diff(job -> group(job).putObject("RestartPolicy").put("Attempts", 7));
        assertThat(groupDiff(diff).objects()).extracting(ObjectDiff::name).containsExactly("RestartPolicy");
        assertThat(taskDiff(diff).type()).isEqualTo(DiffType.NONE);
    }

    @Test
    void blocksOfLaterVersionsAreToldAsBlocks() {
        JobDiff diff = diff(job -> {
            ((ObjectNode) group(job).path("Services").path(0))
                    .putObject("Weights")
                    .put("Passing", 5);
            ((ObjectNode) group(job).path("Networks").path(0))
                    .putObject("CNI")
                    .putObject("Args")
                    .put("K", "v");
        });
        List<ObjectDiff> found = Objects.requireNonNull(groupDiff(diff).objects());
        ObjectDiff cni = Objects.requireNonNull(found.get(0).objects()).get(0);
        assertThat(cni.name()).isEqualTo("CNIConfig");
        assertThat(cni.fields()).containsExactly(new FieldDiff(DiffType.ADDED, "Args[K]", "", "v", null));
        ObjectDiff weights = Objects.requireNonNull(found.get(2).objects()).get(0);
        assertThat(weights.name()).isEqualTo("Weights");
        assertThat(weights.fields())
                .containsExactly(
                        new FieldDiff(DiffType.ADDED, "Passing", "", "5", null),
                        new FieldDiff(DiffType.ADDED, "Warning", "", "1", null));
    }

    @Test
    void killTimeoutAloneIsMadeInPlace() {
        JobDiff diff = diff(job -> task(job).put("KillTimeout", 9_000_000_000L));
        assertThat(taskDiff(diff).annotations()).containsExactly("forces in-place update");
    }
}
