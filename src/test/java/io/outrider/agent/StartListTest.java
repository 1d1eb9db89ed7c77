package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.StartList.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

final class StartListTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final List<String> calls = new ArrayList<>();

    @Test
    void startsInOrderAndStopsInReverse() {
        StartList list = list(part("a"), part("b"), part("c"));
        StepVerifier.create(list.start().then(list.stop())).expectComplete().verify(SOON);
        assertThat(calls).containsExactly("+a", "+b", "+c", "-c", "-b", "-a");
    }

    @Test
    void failedStartStopsWhatWasBegunAndNothingElse() {
        StartList list = list(part("a"), failing("b", "+b", ""), part("c"));
        StepVerifier.create(list.start()).expectErrorMessage("+b failed").verify(SOON);
        assertThat(calls).containsExactly("+a", "+b", "-b", "-a");
    }

    @Test
    void stopTriesEveryPartAndKeepsTheFirstFailure() {
        StartList list = list(failing("a", "", "-a"), part("b"), failing("c", "", "-c"));
        StepVerifier.create(list.start().then(list.stop()))
                .expectErrorSatisfies(error -> {
                    assertThat(error).hasMessage("-c failed");
                    assertThat(error.getSuppressed()).singleElement().satisfies(second -> assertThat(second)
                            .hasMessage("-a failed"));
                })
                .verify(SOON);
        assertThat(calls).endsWith("-c", "-b", "-a");
    }

    @Test
    void failureWhileUndoingAFailedStartIsAttachedToIt() {
        StartList list = list(failing("a", "", "-a"), failing("b", "+b", ""));
        StepVerifier.create(list.start())
                .expectErrorSatisfies(error -> {
                    assertThat(error).hasMessage("+b failed");
                    assertThat(error.getSuppressed()[0]).hasMessage("-a failed");
                })
                .verify(SOON);
    }

    @Test
    void secondStopDoesNothing() {
        StartList list = list(part("a"));
        StepVerifier.create(list.start().then(list.stop()).then(list.stop()))
                .expectComplete()
                .verify(SOON);
        assertThat(calls).containsExactly("+a", "-a");
    }

    @Test
    void partThatDoesNotStopIsNamedAndTheRestIsStopped() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        Part stuck = new Part("b", () -> step("+b", List.of()), Mono::never);
        StartList list = new StartList(List.of(part("a"), stuck, part("c")), LIMIT, time);
        StepVerifier.create(list.start().then(list.stop()))
                .then(() -> time.advanceTimeBy(LIMIT.minusMillis(1)))
                .then(() -> assertThat(calls).endsWith("-c"))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(1)))
                .expectErrorMessage("the agent's part \"b\" did not close within 10000 ms and was left behind")
                .verify(SOON);
        assertThat(calls).endsWith("-c", "-a");
        time.dispose();
    }

    @Test
    void partThatEndsTheTimerIsNotTakenForLate() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        Part threads = new Part("threads", () -> step("+threads", List.of()), () -> step("-threads", List.of()), true);
        StartList list = new StartList(List.of(threads), LIMIT, time);
        list.start().block(SOON);
        time.dispose();
        StepVerifier.create(list.stop()).expectComplete().verify(SOON);
        assertThat(calls).containsExactly("+threads", "-threads");
    }

    private static StartList list(Part... parts) {
        return new StartList(List.of(parts), LIMIT, Schedulers.parallel());
    }

    private Part part(String name) {
        return failing(name, "", "");
    }

    private Part failing(String name, String... failures) {
        List<String> failing = List.of(failures);
        return new Part(name, () -> step("+" + name, failing), () -> step("-" + name, failing));
    }

    private Mono<Void> step(String call, List<String> failing) {
        return Mono.fromRunnable(() -> {
            calls.add(call);
            if (failing.contains(call)) {
                throw new IllegalStateException(call + " failed");
            }
        });
    }
}
