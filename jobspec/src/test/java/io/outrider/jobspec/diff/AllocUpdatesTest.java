package io.outrider.jobspec.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class AllocUpdatesTest {

    private static final String JOB = """
            {"ID": "j", "Type": "service", "Meta": {"a": "1"}, "TaskGroups": [{
              "Name": "g", "Count": 1, "Meta": {"b": "1"}, "Networks": [{"DynamicPorts": [{"Label": "http"}]}],
              "Tasks": [{"Name": "t", "Driver": "raw_exec", "Meta": {"c": "1"}, "Config": {"command": "sleep"}}]}]}""";

    private static final List<String> JOB_FIELDS = List.of("Name", "Priority", "Affinities", "Spreads", "Meta/a");

    /** What stands at the end of {@code path}, from the group or the job, becomes {@code value}. */
    private static Job changed(String path, String value) {
        JsonNode tree = Json.mapper().readTree(JOB);
        boolean ofJob = JOB_FIELDS.stream().anyMatch(path::startsWith);
        String[] steps = path.split("/");
        JsonNode at = ofJob ? tree : tree.path("TaskGroups").path(0);
        for (int i = 0; i < steps.length - 1; i++) {
            JsonNode next = steps[i].matches("\\d") ? at.path(Integer.parseInt(steps[i])) : at.path(steps[i]);
            at = next.isMissingNode() ? ((ObjectNode) at).putObject(steps[i]) : next;
        }
        ((ObjectNode) at).set(steps[steps.length - 1], Json.mapper().readTree(value));
        return Canonical.of(Json.read(tree, Job.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Count | 5",
                "Priority | 70",
                "RestartPolicy/Attempts | 9",
                "Tasks/0/KillTimeout | 9000000000",
                "Tasks/0/LogConfig | {\"MaxFiles\": 3}",
                "Tasks/0/Constraints | [{\"LTarget\": \"a\", \"RTarget\": \"b\", \"Operand\": \"=\"}]",
                "Services | [{\"Name\": \"s\", \"PortLabel\": \"http\", \"Provider\": \"nomad\"}]",
                "Tasks/0/Env | {}",
            })
    void allocGoesOn(String path, String value) {
        assertThat(AllocUpdates.replaceReason(changed("Name", "\"j\""), changed(path, value), "g"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Tasks/0/Config/command | \"true\" | task \"t\": Config changed",
                "Tasks/0/Driver | \"exec\" | task \"t\": Driver changed",
                "Tasks/0/Env | {\"a\": \"b\"} | task \"t\": Env changed",
                "Tasks/0/Name | \"u\" | task \"t\": removed",
                "Tasks/0/Resources/MemoryMB | 77 | task \"t\": MemoryMB changed",
                "Tasks/0/LogConfig | {\"Disabled\": true} | task \"t\": LogConfig.Disabled changed",
                "Tasks/0/RestartPolicy/RenderTemplates | true | task \"t\": RestartPolicy.RenderTemplates changed",
                "Meta/a | \"2\" | task \"t\": Meta changed",
                "Meta/b | \"2\" | task \"t\": Meta changed",
                "Tasks | [] | number of tasks changed",
                "Networks/0/DynamicPorts/0/Label | \"web\" | Networks changed",
                "EphemeralDisk/SizeMB | 10 | EphemeralDisk changed",
                "Affinities | [{\"LTarget\": \"a\", \"RTarget\": \"b\", \"Weight\": 5}] | Affinities changed",
                "Spreads | [{\"Attribute\": \"a\", \"Weight\": 5}] | Spreads changed",
            })
    void allocIsReplaced(String path, String value, String reason) {
        assertThat(AllocUpdates.replaceReason(changed("Name", "\"j\""), changed(path, value), "g"))
                .contains(reason);
    }
}
