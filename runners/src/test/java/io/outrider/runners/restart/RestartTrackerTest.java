package io.outrider.runners.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.ExitResult;
import io.outrider.runners.restart.RestartRules.Mode;
import io.outrider.runners.restart.RestartTracker.Decision;
import io.outrider.runners.restart.RestartVerdict.Again;
import io.outrider.runners.restart.RestartVerdict.Finished;
import io.outrider.runners.restart.RestartVerdict.GivenUp;
import io.outrider.runners.restart.RestartVerdict.Killed;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestartTrackerTest {

    private static final Instant T0 = Instant.parse("2026-11-30T00:00:00Z");
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private static RestartTracker tracker(int attempts, Mode mode, boolean onSuccess) {
        return RestartTracker.begin(
                new RestartRules(attempts, TEN_MINUTES, Duration.ofMillis(200), mode, onSuccess), T0);
    }

    @Test
    void killedWinsOverEverything() {
        RestartTracker tracker =
                tracker(0, Mode.FAIL, false).exited(ExitResult.exited(1)).restartAsked(false);

        assertThat(tracker.killed().decide(T0, 0).verdict()).isEqualTo(new Killed());
    }

    @Test
    void askedRestartIsFreeAndAtOnce() {
        RestartTracker tracker =
                tracker(0, Mode.FAIL, false).exited(ExitResult.exited(1)).restartAsked(false);

        Decision decision = tracker.decide(T0, 0.9);

        assertThat(decision.verdict()).isEqualTo(new Again(Duration.ZERO, ""));
        assertThat(decision.tracker().count()).isZero();
    }

    @Test
    void restartForFailureCounts() {
        RestartTracker tracker = tracker(1, Mode.FAIL, true).restartAsked(true).exited(ExitResult.exited(0));

        Decision first = tracker.decide(T0, 0);
        Decision second =
                first.tracker().restartAsked(true).exited(ExitResult.exited(0)).decide(T0, 0);

        assertThat(first.verdict()).isEqualTo(new Again(Duration.ofMillis(200), "Restart within policy"));
        assertThat(second.verdict())
                .isEqualTo(new GivenUp("Exceeded allowed attempts 1 in interval 10m0s and mode is \"fail\""));
    }

    @Test
    void noAttemptsGiveUpUnlessTheEndWasGood() {
        assertThat(tracker(0, Mode.FAIL, false)
                        .exited(ExitResult.exited(3))
                        .decide(T0, 0)
                        .verdict())
                .isEqualTo(new GivenUp("Policy allows no restarts"));
        assertThat(tracker(0, Mode.FAIL, false)
                        .exited(ExitResult.exited(0))
                        .decide(T0, 0)
                        .verdict())
                .isInstanceOf(Finished.class);
        assertThat(tracker(0, Mode.FAIL, true)
                        .exited(ExitResult.exited(0))
                        .decide(T0, 0)
                        .verdict())
                .isEqualTo(new GivenUp("Policy allows no restarts"));
    }

    @Test
    void unknownEndIsNotAGoodOne() {
        RestartTracker tracker = tracker(1, Mode.FAIL, false).exited(ExitResult.unknown("shim was killed"));

        assertThat(tracker.decide(T0, 0).verdict()).isInstanceOf(Again.class);
    }

    @Test
    void unrecoverableStartErrorGivesUpRecoverableTriesAgain() {
        assertThat(tracker(2, Mode.FAIL, true).startFailed(false).decide(T0, 0).verdict())
                .isEqualTo(new GivenUp("Error was unrecoverable"));
        assertThat(tracker(2, Mode.FAIL, true).startFailed(true).decide(T0, 0).verdict())
                .isInstanceOf(Again.class);
    }

    @Test
    void goodEndOfABatchTaskIsFinal() {
        assertThat(tracker(2, Mode.FAIL, false)
                        .exited(ExitResult.exited(0))
                        .decide(T0, 0)
                        .verdict())
                .isEqualTo(new Finished("Restart unnecessary as task terminated successfully"));
    }

    @Test
    void delayModeWaitsForTheRestOfTheInterval() {
        RestartTracker used = tracker(1, Mode.DELAY, false)
                .exited(ExitResult.exited(1))
                .decide(T0, 0)
                .tracker();

        Decision decision = used.exited(ExitResult.exited(1)).decide(T0.plusSeconds(240), 0);

        assertThat(decision.verdict())
                .isEqualTo(new Again(Duration.ofMinutes(6), "Exceeded allowed attempts, applying a delay"));
    }

    @Test
    void newIntervalCountsAnew() {
        RestartTracker used = tracker(1, Mode.FAIL, false)
                .exited(ExitResult.exited(1))
                .decide(T0, 0)
                .tracker();

        Instant later = T0.plus(TEN_MINUTES).plusNanos(1);
        Decision decision = used.exited(ExitResult.exited(1)).decide(later, 0);

        assertThat(decision.verdict()).isInstanceOf(Again.class);
        assertThat(decision.tracker().count()).isEqualTo(1);
        assertThat(decision.tracker().intervalStart()).isEqualTo(later);
    }

    @Test
    void jitterAddsUpToAQuarter() {
        RestartTracker tracker = tracker(5, Mode.FAIL, false).exited(ExitResult.exited(1));

        assertThat(tracker.decide(T0, 0).verdict())
                .isEqualTo(new Again(Duration.ofMillis(200), RestartTracker.WITHIN_POLICY));
        assertThat(tracker.decide(T0, 0.5).verdict())
                .isEqualTo(new Again(Duration.ofMillis(225), RestartTracker.WITHIN_POLICY));
    }

    @Test
    void noDelayIsOneNanosecond() {
        RestartRules rules = new RestartRules(1, TEN_MINUTES, Duration.ZERO, Mode.FAIL, false);

        assertThat(RestartTracker.begin(rules, T0)
                        .exited(ExitResult.exited(1))
                        .decide(T0, 0.7)
                        .verdict())
                .isEqualTo(new Again(Duration.ofNanos(1), RestartTracker.WITHIN_POLICY));
    }

    @Test
    void factsAreForgottenWithTheDecision() {
        RestartTracker decided = tracker(3, Mode.FAIL, false)
                .exited(ExitResult.exited(1))
                .decide(T0, 0)
                .tracker();

        assertThatThrownBy(() -> decided.decide(T0, 0)).isInstanceOf(IllegalStateException.class);
    }
}
