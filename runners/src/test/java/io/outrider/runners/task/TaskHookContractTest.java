package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogSource;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.SlowServices;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.runners.hook.task.TaskHooks;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;

/** The contract on each hook of tasks, and on one that hears of its cancellation and one that does not. */
class TaskHookContractTest {

    @Test
    void everyHookThatAgentsHaveIsHere() {
        SlowServices services = new SlowServices();
        assertThat(Arrays.stream(TaskHookContractTest.class.getDeclaredClasses())
                        .filter(suite -> suite.isAnnotationPresent(Nested.class))
                        .filter(suite -> OfAgents.class.isAssignableFrom(suite)))
                .hasSameSizeAs(TaskHooks.all(new SlowDrain(services), driver -> true));
    }

    /** On a hook of those that agents have. */
    abstract static class OfAgents extends TaskHookContract {
        private final String name;
        private final boolean waits;

        OfAgents(String name, boolean waits) {
            this.name = name;
            this.waits = waits;
        }

        @Override
        protected TaskHook.Prestart hook() {
            return TaskHooks.all(new SlowDrain(services()), driver -> true).stream()
                    .filter(hook -> hook.name().equals(name))
                    .map(TaskHook.Prestart.class::cast)
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        protected boolean waits() {
            return waits;
        }
    }

    @Nested
    class OfValidate extends OfAgents {
        OfValidate() {
            super("validate", false);
        }
    }

    @Nested
    class OfUnsupported extends OfAgents {
        OfUnsupported() {
            super("unsupported", false);
        }
    }

    @Nested
    class OfTaskDir extends OfAgents {
        OfTaskDir() {
            super("task_dir", true);
        }
    }

    @Nested
    class OfDispatchPayload extends OfAgents {
        OfDispatchPayload() {
            super("dispatch_payload", true);
        }

        @Test
        void itWritesWhatItIsFor() {
            bench().start();
            move();
            assertThat(bench().allocDir().task("t").localDir().resolve("payload"))
                    .hasContent("hello");
        }
    }

    @Nested
    class OfLogs extends OfAgents {
        OfLogs() {
            super("logmon", true);
        }

        @Test
        void whatFollowsTheTaskIsNotCancelledByItsKillButAbandonedAtItsDeadlineAndNamed() {
            bench().only(hook());
            TaskRunner runner = bench().start();
            move();
            assertThat(bench().types()).contains("Started");

            runner.kill(killing());
            Duration deadline = hook().deadline();
            bench().pass(deadline);
            assertThat(runner.ended().toFuture()).isNotDone();
            bench().pass(deadline.plusSeconds(10));

            assertThat(failures())
                    .containsExactly(
                            "exited hook \"logmon\" failed: hook did not end within 30 s and was abandoned",
                            "stop hook \"logmon\" failed: hook did not end within 30 s and was abandoned");
            StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
        }
    }

    @Nested
    class OfAHookThatCanBeCancelled extends TaskHookContract {
        @Override
        protected TaskHook.Prestart hook() {
            return new TestHook(Mono.fromSupplier(TestHook::response).subscribeOn(services()));
        }

        @Override
        protected boolean waits() {
            return true;
        }
    }

    @Nested
    class OfAHookThatHearsNothingOfItsCancellation extends TaskHookContract {
        @Override
        protected TaskHook.Prestart hook() {
            return new TestHook(Mono.fromFuture(
                    () -> Mono.fromSupplier(TestHook::response)
                            .subscribeOn(services())
                            .toFuture(),
                    true));
        }

        @Override
        protected boolean waits() {
            return true;
        }
    }

    /** Gives the answer that it is told to give. */
    private record TestHook(Mono<PrestartResponse> answer) implements TaskHook.Prestart {

        static PrestartResponse response() {
            return PrestartResponse.again().withState(Map.of("seen", "1")).withEnv(Map.of("HOOK", "was here"));
        }

        @Override
        public String name() {
            return "test";
        }

        @Override
        public Duration deadline() {
            return Duration.ofSeconds(20);
        }

        @Override
        public Mono<PrestartResponse> prestart(TaskRequest request) {
            return answer;
        }
    }

    /** Collects nothing, and says so only when its scheduler is moved. */
    private record SlowDrain(Scheduler scheduler) implements LogDrain {

        @Override
        public Mono<LogFifos> attach(LogSource source) {
            return Mono.fromSupplier(() -> new LogFifos(
                            source.folders().own().resolve("out"),
                            source.folders().own().resolve("err")))
                    .subscribeOn(scheduler);
        }

        @Override
        public Mono<Void> mark(LogSource source) {
            return done();
        }

        @Override
        public Mono<Void> settle(LogSource source) {
            return done();
        }

        @Override
        public Mono<Void> detach(LogSource source) {
            return done();
        }

        @Override
        public Mono<Void> close() {
            return done();
        }

        private Mono<Void> done() {
            return Mono.<Void>empty().subscribeOn(scheduler);
        }
    }
}
