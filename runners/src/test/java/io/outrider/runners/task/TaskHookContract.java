package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.HookState;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.Requests;
import io.outrider.runners.hook.SlowServices;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * What every hook that prepares a task must do, run by the runner of a task. A hook's tests extend this; what the hook
 * needs of others is done on {@link #services}, which stand still until the test moves them.
 */
abstract class TaskHookContract {

    protected static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path dir;

    private final SlowServices services = new SlowServices();
    private final List<String> calls = new ArrayList<>();
    private final List<TaskRequest> requests = new ArrayList<>();
    private final List<PrestartResponse> responses = new ArrayList<>();
    private TaskBench bench;

    /** A new one. */
    protected abstract TaskHook.Prestart hook();

    /** Whether it waits for {@link #services}; one that does not ends at once. */
    protected abstract boolean waits();

    protected SlowServices services() {
        return services;
    }

    protected TaskBench bench() {
        return bench;
    }

    protected static Optional<TaskEvent> killing() {
        return Optional.of(TaskEvents.killing(Instant.EPOCH, Duration.ofSeconds(5)));
    }

    @BeforeEach
    void prepare() {
        bench = new TaskBench(
                        dir,
                        "batch",
                        TaskBench.task("\"run_for\": \"1h\"", ", \"DispatchPayload\": {\"File\": \"payload\"}"))
                .withPayload("aGVsbG8=")
                .withFilesOn(services)
                .only(new Watched());
        var built =
                bench.allocDir().build().then(bench.allocDir().buildTask("t")).toFuture();
        move();
        assertThat(built).isCompleted();
    }

    /** The services do all that they have to do, and the runner what comes of it. */
    protected void move() {
        for (int i = 0; i < 10; i++) {
            services.move();
            bench.time().advanceTime();
        }
    }

    @Test
    void nothingIsDoneBeforeItsPublisherIsSubscribedTo() {
        List<HookEvent> events = new ArrayList<>();
        TaskRequest request =
                Requests.request(dir.resolve("other"), Requests.alloc("", "\"Tasks\": [{\"Name\": \"t\"}]"), events);
        assertThat(hook().prestart(request)).isNotNull();
        move();
        assertThat(events).isEmpty();
        assertThat(dir.resolve("other")).doesNotExist();
    }

    @Test
    void itHasADeadlineAndIsAbandonedThenAndNamed() {
        Duration deadline = hook().deadline();
        assertThat(deadline).isBetween(SECOND, Duration.ofMinutes(1));
        bench.start();
        if (endedAtOnce()) {
            return;
        }
        bench.pass(deadline.minus(SECOND));
        assertThat(calls).containsExactly("called");
        assertThat(bench.types()).doesNotContain(HookEvent.HOOK_FAILED, "Started");

        bench.pass(SECOND.plusMillis(50));

        assertThat(calls).startsWith("called", "cancelled");
        assertThat(failures())
                .containsExactly(
                        hook().name() + ": hook did not end within " + deadline.toSeconds() + " s and was abandoned");
    }

    @Test
    void whatItDoesAfterItWasAbandonedIsIgnored() {
        bench.start();
        if (endedAtOnce()) {
            return;
        }
        bench.pass(hook().deadline().plusMillis(50));
        List<String> told = bench.types();
        move();
        assertThat(bench.types()).isEqualTo(told);
        assertThat(bench.local().hookStates()).containsEntry(hook().name(), HookState.none());
    }

    @Test
    void aKillCancelsIt() {
        TaskRunner runner = bench.start();
        if (endedAtOnce()) {
            return;
        }
        runner.kill(killing());
        bench.pass(SECOND);
        assertThat(calls).containsExactly("called", "cancelled");
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
        move();
        assertThat(bench.types()).contains("Killing").doesNotContain("Started", HookEvent.HOOK_FAILED);
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.local().hookStates()).doesNotContainKey(hook().name());
    }

    @Test
    void theAgentsLeaveCancelsItAndTheNextAgentCallsItAgain() {
        TaskRunner runner = bench.start();
        if (endedAtOnce()) {
            return;
        }
        StepVerifier.create(runner.shutdown())
                .then(() -> bench.pass(SECOND))
                .expectComplete()
                .verify(SECOND);
        assertThat(calls).containsExactly("called", "cancelled");
        move();
        assertThat(bench.types()).doesNotContain("Killing", "Started", HookEvent.HOOK_FAILED);

        bench.start();
        move();

        assertThat(calls).containsExactly("called", "cancelled", "called", "ended");
        assertThat(bench.types()).contains("Started");
    }

    @Test
    void itsStateIsWhatItsResponseSaysAndComesBackWithTheNextRequest() {
        TaskRunner runner = bench.start();
        if (waits()) {
            assertThat(bench.local().hookStates()).doesNotContainKey(hook().name());
        }
        move();
        assertThat(bench.types()).contains("Started");
        PrestartResponse response = responses.get(0);
        assertThat(bench.local().hookStates().get(hook().name()))
                .isEqualTo(new HookState(response.done(), response.state(), response.env()));

        var restarted = runner.restart(TaskEvents.restartSignaled(Instant.EPOCH, "asked"), false, false)
                .toFuture();
        for (int i = 0; i < 10; i++) {
            bench.pass(SECOND);
            move();
        }

        assertThat(restarted).isCompleted();
        assertThat(bench.types()).filteredOn("Started"::equals).hasSize(2);
        assertThat(requests).hasSize(response.done() ? 1 : 2);
        assertThat(requests.get(requests.size() - 1).previousState())
                .isEqualTo(response.done() ? Map.of() : response.state());
    }

    @Test
    void itCannotChangeWhatItWasGiven() {
        bench.start();
        move();
        Map<String, String> given = requests.get(0).previousState();
        assertThatThrownBy(() -> given.put("k", "v")).isInstanceOf(UnsupportedOperationException.class);
        Map<String, String> answered = responses.get(0).state();
        assertThatThrownBy(() -> answered.put("k", "v")).isInstanceOf(UnsupportedOperationException.class);
    }

    /** A hook that waits for nobody has nothing that could be cut off. */
    private boolean endedAtOnce() {
        assertThat(calls).isEqualTo(waits() ? List.of("called") : List.of("called", "ended"));
        return !waits();
    }

    protected List<String> failures() {
        return bench.events().stream()
                .filter(event -> HookEvent.HOOK_FAILED.equals(event.type()))
                .map(event -> Objects.requireNonNull(event.displayMessage()))
                .toList();
    }

    /** The hook's prestart, with a trace of what becomes of it. */
    private final class Watched implements TaskHook.Prestart {
        private final TaskHook.Prestart hook = hook();

        @Override
        public String name() {
            return hook.name();
        }

        @Override
        public Duration deadline() {
            return hook.deadline();
        }

        @Override
        public Mono<PrestartResponse> prestart(TaskRequest request) {
            return Mono.defer(() -> {
                        calls.add("called");
                        requests.add(request);
                        return hook.prestart(request);
                    })
                    .doOnNext(responses::add)
                    .doOnSuccess(response -> calls.add("ended"))
                    .doOnCancel(this::cancelled);
        }

        // Who has its answer cancels what has ended; that says nothing.
        private void cancelled() {
            if (calls.get(calls.size() - 1).equals("called")) {
                calls.add("cancelled");
            }
        }
    }
}
