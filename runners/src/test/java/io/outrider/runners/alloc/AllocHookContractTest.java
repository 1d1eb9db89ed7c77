package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import io.outrider.runners.hook.alloc.AllocHooks;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The contract on each hook of allocs, and on one of all moments that can be cancelled and one that cannot. */
class AllocHookContractTest {

    @Test
    void everyHookThatAgentsHaveIsHere() {
        assertThat(Arrays.stream(AllocHookContractTest.class.getDeclaredClasses())
                        .filter(suite -> suite.isAnnotationPresent(Nested.class))
                        .filter(suite -> OfAgents.class.isAssignableFrom(suite)))
                .hasSameSizeAs(AllocHooks.all());
    }

    /** On a hook of those that agents have. */
    abstract static class OfAgents extends AllocHookContract {
        private final String name;
        private final boolean waits;

        OfAgents(String name, boolean waits) {
            this.name = name;
            this.waits = waits;
        }

        @Override
        protected AllocHook.Prerun hook() {
            return AllocHooks.all().stream()
                    .filter(hook -> hook.name().equals(name))
                    .map(AllocHook.Prerun.class::cast)
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        protected boolean waits() {
            return waits;
        }
    }

    @Nested
    class OfUnsupported extends OfAgents {
        OfUnsupported() {
            super("unsupported", false);
        }
    }

    @Nested
    class OfAllocDir extends OfAgents {
        OfAllocDir() {
            super("alloc_dir", true);
        }
    }

    @Nested
    class OfAHookThatCanBeCancelled extends AllocHookContract {
        @Override
        protected AllocHook.Prerun hook() {
            return new TestHook(Mono.<Void>empty().subscribeOn(services()));
        }

        @Override
        protected boolean waits() {
            return true;
        }
    }

    @Nested
    class OfAHookThatHearsNothingOfItsCancellation extends AllocHookContract {
        @Override
        protected AllocHook.Prerun hook() {
            return new TestHook(Mono.fromFuture(
                    () -> Mono.<Void>empty().subscribeOn(services()).toFuture(), true));
        }

        @Override
        protected boolean waits() {
            return true;
        }
    }

    /** Takes part in all moments, and does at each what it is told to do. */
    private record TestHook(Mono<Void> work)
            implements AllocHook.Prerun,
                    AllocHook.Update,
                    AllocHook.PreKill,
                    AllocHook.PreTaskRestart,
                    AllocHook.Postrun,
                    AllocHook.Destroy,
                    AllocHook.Shutdown {

        @Override
        public String name() {
            return "test";
        }

        @Override
        public Duration deadline() {
            return Duration.ofSeconds(20);
        }

        @Override
        public Mono<Void> prerun(AllocRequest request) {
            return work;
        }

        @Override
        public Mono<Void> update(AllocRequest request) {
            return work;
        }

        @Override
        public Mono<Void> preKill(AllocRequest request) {
            return work;
        }

        @Override
        public Mono<Void> preTaskRestart(AllocRequest request) {
            return work;
        }

        @Override
        public Mono<Void> postrun(AllocRequest request) {
            return work;
        }

        @Override
        public Mono<Void> destroy(AllocRequest request) {
            return work;
        }

        @Override
        public Mono<Void> shutdown(AllocRequest request) {
            return work;
        }
    }
}
