package io.outrider.runners.hook.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.logs.LogSource;
import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.HookRunner;
import io.outrider.runners.hook.HookState;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.Prestarted;
import io.outrider.runners.hook.Requests;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

class TaskHooksTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    private final RecordingDrain drain = new RecordingDrain();
    private final List<HookEvent> events = new ArrayList<>();

    @AfterEach
    void removeDirectories() {
        run(request("\"Name\": \"t\"").dir().destroy());
    }

    private TaskRequest request(String taskFields) {
        return request("", taskFields);
    }

    private TaskRequest request(String jobFields, String taskFields) {
        return Requests.request(data, Requests.alloc(jobFields, "\"Tasks\": [{" + taskFields + "}]"), events);
    }

    private static <T> void run(Mono<T> work) {
        work.block(PATIENCE);
    }

    private static PrestartResponse response(TaskHook.Prestart hook, TaskRequest request) {
        return Objects.requireNonNull(hook.prestart(request).block(PATIENCE));
    }

    private Prestarted prestart(TaskRequest request, Map<String, HookState> states) {
        HookRunner runner = new HookRunner(VirtualTimeScheduler.create());
        return Objects.requireNonNull(runner.prestart(TaskHooks.all(drain, driver -> true), states, before -> request)
                .block(PATIENCE));
    }

    @Test
    void aPlainTaskGetsDirectoriesAndFifosAtEveryStart() {
        TaskRequest request = request("\"Name\": \"t\", \"Driver\": \"raw_exec\"");
        run(request.dir().build());

        Prestarted first = prestart(request, Map.of());
        Prestarted second = prestart(request, first.states());

        assertThat(first.failure()).isEmpty();
        for (Prestarted pass : List.of(first, second)) {
            assertThat(pass.dirs()).contains(request.dir().task("t"));
            assertThat(pass.logs()).isPresent();
        }
        assertThat(events).containsExactly(HookEvent.ofMessage("Task Setup", "Building Task Directory"));
        assertThat(drain.calls()).containsExactly("attach", "attach");
        assertThat(second.states().get("validate")).isEqualTo(new HookState(true, Map.of(), Map.of()));
    }

    @Test
    void aServiceNameIsCheckedWithItsValuesInPlace() {
        TaskRequest request = request("""
                "Name": "t", "Env": {"X": "bad name!"}, "Services": [{"Name": "svc-${X}", "Provider": "nomad"}]""");

        assertThatThrownBy(() -> run(new ValidateHook().prestart(request)))
                .isInstanceOfSatisfying(
                        HookException.class, e -> assertThat(e.recoverable()).isFalse())
                .hasMessage("service (svc-bad name!) failed validation: Service name must be valid per RFC 1123"
                        + " and can contain only alphanumeric characters or dashes and must be no longer than 63"
                        + " characters");
    }

    @ParameterizedTest
    @CsvSource({"a,true", "a-b,true", "A9,true", "-a,false", "a-,false", "a.b,false", "a_b,false", "é,false"})
    void serviceNamesOfRfc1123(String name, boolean good) {
        TaskRequest request = request("\"Name\": \"t\", \"Services\": [{\"Name\": \"" + name + "\"}]");
        Mono<PrestartResponse> validated = new ValidateHook().prestart(request);

        if (good) {
            assertThat(Objects.requireNonNull(validated.block(PATIENCE)).done()).isTrue();
        } else {
            assertThatThrownBy(() -> run(validated)).hasMessageContaining("(" + name + ")");
        }
    }

    @ParameterizedTest
    @CsvSource({"root,exec,false", "Administrator,java,false", "root,raw_exec,true", "nobody,exec,true"})
    void deniedUsersOfCheckedDrivers(String user, String driver, boolean good) {
        TaskRequest request = request("\"Name\": \"t\", \"User\": \"%s\", \"Driver\": \"%s\"".formatted(user, driver));
        Mono<PrestartResponse> validated = new ValidateHook().prestart(request);

        if (good) {
            run(validated);
        } else {
            assertThatThrownBy(() -> run(validated)).hasMessage("running as user \"" + user + "\" is disallowed");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "template blocks=\"Templates\": [{\"DestPath\": \"a\"}]",
                "artifact blocks=\"Artifacts\": [{\"GetterSource\": \"a\"}]",
                "volume_mount blocks=\"VolumeMounts\": [{\"Volume\": \"a\"}]",
                "vault blocks=\"Vault\": {}",
                "identity blocks=\"Identity\": {\"File\": true}",
                "device blocks=\"Resources\": {\"Devices\": [{\"Name\": \"gpu\"}]}",
                "connect blocks=\"Services\": [{\"Name\": \"s\", \"Connect\": {\"Native\": true}}]"
            })
    void tasksThatNeedMoreAreRefusedByName(String example) {
        String[] parts = example.split("=", 2);
        TaskRequest request = request("\"Name\": \"t\", " + parts[1]);

        assertThatThrownBy(() -> run(new UnsupportedTaskHook().prestart(request)))
                .isInstanceOfSatisfying(
                        HookException.class, e -> assertThat(e.recoverable()).isFalse())
                .hasMessage("Outrider does not yet support " + parts[0] + " (task \"t\"); it was not started");
    }

    @Test
    void emptyBlocksOfCanonicalJobsAreNothing() {
        TaskRequest request = request("""
                "Name": "t", "Templates": [], "Artifacts": [], "VolumeMounts": [], "Services": [],
                "Identity": {"Env": false, "File": false}, "Resources": {"Devices": []}""");

        assertThat(response(new UnsupportedTaskHook(), request)).isEqualTo(PrestartResponse.finished());
        assertThat(events).isEmpty();
    }

    @Test
    void servicesAreToldToBeMissingAndTheTaskGoesOn() {
        TaskRequest request = request("\"Name\": \"t\", \"Services\": [{\"Name\": \"web-${node.class}\"}]");

        assertThat(response(new UnsupportedTaskHook(), request).done()).isTrue();
        assertThat(events)
                .containsExactly(
                        HookEvent.ofMessage("Task hook message", "Outrider does not yet register services: web-big"));
    }

    @Test
    void directoriesAreToldOnceAndGivenAlways() {
        TaskRequest request = request("\"Name\": \"t\"");
        run(request.dir().build());
        TaskDirs dirs = request.dir().task("t");

        PrestartResponse first = response(new TaskDirHook(), request);
        PrestartResponse again = response(new TaskDirHook(), request.withPreviousState(first.state()));

        assertThat(first.done()).isFalse();
        assertThat(first.state()).containsEntry("is_done", "true");
        assertThat(first.dirs()).contains(dirs);
        assertThat(again).isEqualTo(first);
        assertThat(events).hasSize(1);
        assertThat(dirs.localDir()).isDirectory();
    }

    @Test
    void outputIsCollectedWithTheLimitsOfTheJob() {
        TaskRequest request = request("\"Name\": \"t\", \"LogConfig\": {\"MaxFiles\": 3, \"MaxFileSizeMB\": 2}");
        LogsHook hook = new LogsHook(drain, driver -> true);

        PrestartResponse response = response(hook, request);
        run(hook.exited(request));
        run(hook.stop(request));

        assertThat(response.done()).isFalse();
        assertThat(response.logs()).isPresent();
        assertThat(drain.calls()).containsExactly("attach", "attach", "settle", "detach");
        assertThat(drain.sources())
                .containsOnly(new LogSource("a1", "t", request.dir().logs(), 3, 2 * 1024 * 1024));
    }

    @Test
    void aRestartIsMarkedAndAnAgentThatComesBackIsNot() {
        TaskRequest request = request("\"Name\": \"t\"");
        LogsHook hook = new LogsHook(drain, driver -> true);

        Map<String, String> first = response(hook, request).state();
        Map<String, String> comeBack =
                response(hook, request.withPreviousState(first)).state();
        response(hook, restarted(request, 1).withPreviousState(comeBack));

        assertThat(drain.calls()).containsExactly("attach", "attach", "attach", "mark");
    }

    private static TaskRequest restarted(TaskRequest request, long restarts) {
        return new TaskRequest(
                request.alloc(),
                request.task(),
                request.dir(),
                restarts,
                request.env(),
                request.previousState(),
                request.events());
    }

    @Test
    void withoutADrainTheTaskMayBeTriedAgain() {
        drain.fail();

        assertThatThrownBy(() -> run(new LogsHook(drain, driver -> true).prestart(request("\"Name\": \"t\""))))
                .isInstanceOfSatisfying(
                        HookException.class, e -> assertThat(e.recoverable()).isTrue())
                .hasMessage("cannot collect output: no drain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"LogConfig\": {\"Disabled\": true}", "\"Driver\": \"docker\""})
    void outputThatNobodyWantsTouchesNoDrain(String field) {
        TaskRequest request = request("\"Name\": \"t\", " + field);
        LogsHook hook = new LogsHook(drain, driver -> !driver.equals("docker"));

        assertThat(response(hook, request).logs()).isEmpty();
        run(hook.exited(request));
        run(hook.stop(request));

        assertThat(drain.calls()).isEmpty();
    }

    @Test
    void aPayloadIsWrittenAsTheBytesItIs() {
        byte[] payload = {0, 1, (byte) 0xff, '\n'};
        String job = "\"Payload\": \"" + Base64.getEncoder().encodeToString(payload) + "\"";
        TaskRequest request = request(job, "\"Name\": \"t\", \"DispatchPayload\": {\"File\": \"in/put\"}");
        run(request.dir().build());
        run(request.dir().buildTask("t"));

        assertThat(response(new DispatchPayloadHook(), request)).isEqualTo(PrestartResponse.finished());

        assertThat(request.dir().task("t").localDir().resolve("in/put")).hasBinaryContent(payload);
    }

    @ParameterizedTest
    @CsvSource({"'',f", "YQ==,''"})
    void withoutPayloadOrFileNothingIsWritten(String payload, String file) {
        TaskRequest request = request(
                "\"Payload\": \"" + payload + "\"",
                "\"Name\": \"t\", \"DispatchPayload\": {\"File\": \"" + file + "\"}");

        assertThat(response(new DispatchPayloadHook(), request).done()).isTrue();
    }

    @Test
    void aPayloadThatIsNoBase64IsToldSo() {
        TaskRequest request =
                request("\"Payload\": \"%%%\"", "\"Name\": \"t\", \"DispatchPayload\": {\"File\": \"f\"}");

        assertThatThrownBy(() -> run(new DispatchPayloadHook().prestart(request)))
                .isInstanceOf(HookException.class)
                .hasMessageStartingWith("the job's payload is not base64: ");
    }
}
