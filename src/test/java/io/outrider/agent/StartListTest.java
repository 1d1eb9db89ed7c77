package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.StartList.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class StartListTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final List<String> calls = new ArrayList<>();

    @Test
    void startsInOrderAndStopsInReverse() {
        StartList list = new StartList(List.of(part("a"), part("b"), part("c")));
        StepVerifier.create(list.start().then(list.stop())).expectComplete().verify(SOON);
        assertThat(calls).containsExactly("+a", "+b", "+c", "-c", "-b", "-a");
    }

    @Test
    void failedStartStopsWhatWasBegunAndNothingElse() {
        StartList list = new StartList(List.of(part("a"), failing("b", "+b", ""), part("c")));
        StepVerifier.create(list.start()).expectErrorMessage("+b failed").verify(SOON);
        assertThat(calls).containsExactly("+a", "+b", "-b", "-a");
    }

    @Test
    void stopTriesEveryPartAndKeepsTheFirstFailure() {
        StartList list = new StartList(List.of(failing("a", "", "-a"), part("b"), failing("c", "", "-c")));
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
        StartList list = new StartList(List.of(failing("a", "", "-a"), failing("b", "+b", "")));
        StepVerifier.create(list.start())
                .expectErrorSatisfies(error -> {
                    assertThat(error).hasMessage("+b failed");
                    assertThat(error.getSuppressed()[0]).hasMessage("-a failed");
                })
                .verify(SOON);
    }

    @Test
    void secondStopDoesNothing() {
        StartList list = new StartList(List.of(part("a")));
        StepVerifier.create(list.start().then(list.stop()).then(list.stop()))
                .expectComplete()
                .verify(SOON);
        assertThat(calls).containsExactly("+a", "-a");
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
