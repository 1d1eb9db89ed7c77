package io.outrider.agent.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class InterruptsTest {

    @Test
    void echoOfASignalIsTheSameWish() {
        try (Interrupts interrupts = Interrupts.open()) {
            interrupts.press("TERM", millis(-100));
            interrupts.press("TERM", millis(399));
            assertThat(interrupts.count()).isEqualTo(1);
            interrupts.press("TERM", millis(400));
            assertThat(interrupts.count()).isEqualTo(2);
        }
    }

    @Test
    void anotherSignalIsAnotherWish() {
        try (Interrupts interrupts = Interrupts.open()) {
            interrupts.press("INT", millis(0));
            interrupts.press("TERM", millis(1));
            assertThat(interrupts.count()).isEqualTo(2);
        }
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
