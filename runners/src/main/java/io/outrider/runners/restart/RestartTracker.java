package io.outrider.runners.restart;

import io.outrider.drivers.ExitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Counts a task's restarts and decides on the next one, exactly as behaviour section 4.10. Immutable. Nothing of it is
 * kept on disk: a restart of the agent forgets counts and delays (section 4.9, case P).
 *
 * @param rules what the job allows
 * @param count ends counted in this interval
 * @param intervalStart when this interval began
 * @param facts what happened since the last decision
 */
public record RestartTracker(RestartRules rules, int count, Instant intervalStart, Facts facts) {

    /** Reason of a restart that the rules allow. */
    public static final String WITHIN_POLICY = "Restart within policy";

    static final String NO_RESTARTS = "Policy allows no restarts";
    static final String UNRECOVERABLE = "Error was unrecoverable";
    static final String UNNECESSARY = "Restart unnecessary as task terminated successfully";
    static final String DELAYED = "Exceeded allowed attempts, applying a delay";

    /** A tracker that has seen nothing; its first interval starts now. */
    public static RestartTracker begin(RestartRules rules, Instant now) {
        return new RestartTracker(rules, 0, now, Facts.NONE);
    }

    /** The same history under new rules. */
    public RestartTracker withRules(RestartRules changed) {
        return new RestartTracker(changed, count, intervalStart, facts);
    }

    /** The task ended. */
    public RestartTracker exited(ExitResult exit) {
        return with(new Facts(Optional.of(exit), facts.startError(), facts.asked(), facts.killed(), true));
    }

    /** The task could not be started; {@code recoverable} when trying again may help. */
    public RestartTracker startFailed(boolean recoverable) {
        StartError error = recoverable ? StartError.RECOVERABLE : StartError.UNRECOVERABLE;
        return with(new Facts(facts.exit(), Optional.of(error), facts.asked(), facts.killed(), true));
    }

    /** Somebody asked for a restart; {@code failure} counts it against the rules, else it is free. */
    public RestartTracker restartAsked(boolean failure) {
        return with(new Facts(
                facts.exit(),
                facts.startError(),
                facts.asked() || !failure,
                facts.killed(),
                facts.failure() || failure));
    }

    /** The task was killed on purpose. */
    public RestartTracker killed() {
        return with(new Facts(facts.exit(), facts.startError(), facts.asked(), true, facts.failure()));
    }

    /**
     * Decides, and forgets the facts it decided on.
     *
     * @param now the time
     * @param dice a random number from 0 (inclusive) to 1 (exclusive), for the jitter
     */
    public Decision decide(Instant now, double dice) {
        RestartTracker cleared = with(Facts.NONE);
        if (facts.killed()) {
            return new Decision(cleared, new RestartVerdict.Killed());
        }
        if (facts.asked()) {
            return new Decision(cleared, new RestartVerdict.Again(Duration.ZERO, ""));
        }
        if (rules.attempts() == 0) {
            return new Decision(cleared, endedWell() ? new RestartVerdict.Finished(NO_RESTARTS) : gaveUp(NO_RESTARTS));
        }
        RestartTracker counted = cleared.count(now);
        return new Decision(counted, verdict(counted, now, dice));
    }

    private RestartTracker count(Instant now) {
        return now.isAfter(intervalEnd())
                ? new RestartTracker(rules, 1, now, facts)
                : new RestartTracker(rules, count + 1, intervalStart, facts);
    }

    private RestartVerdict verdict(RestartTracker counted, Instant now, double dice) {
        if (!facts.failure()) {
            throw new IllegalStateException("restart decision without an exit, a start error or a request");
        }
        if (facts.startError().filter(e -> e == StartError.UNRECOVERABLE).isPresent()) {
            return gaveUp(UNRECOVERABLE);
        }
        if (facts.startError().isEmpty() && endedWell()) {
            return new RestartVerdict.Finished(UNNECESSARY);
        }
        return counted.count > rules.attempts() ? counted.exceeded(now) : again(dice);
    }

    private RestartVerdict exceeded(Instant now) {
        if (rules.mode() == RestartRules.Mode.DELAY) {
            return new RestartVerdict.Again(Duration.between(now, intervalEnd()), DELAYED);
        }
        return gaveUp("Exceeded allowed attempts " + rules.attempts() + " in interval "
                + GoDuration.format(rules.interval()) + " and mode is \"fail\"");
    }

    private RestartVerdict again(double dice) {
        long delay = rules.delay().toNanos();
        long jitter = (long) (dice * delay * 0.25);
        return new RestartVerdict.Again(Duration.ofNanos(Math.max(1, delay + jitter)), WITHIN_POLICY);
    }

    private boolean endedWell() {
        return !rules.onSuccess() && facts.exit().filter(ExitResult::successful).isPresent();
    }

    private Instant intervalEnd() {
        return intervalStart.plus(rules.interval());
    }

    private static RestartVerdict gaveUp(String reason) {
        return new RestartVerdict.GivenUp(reason);
    }

    private RestartTracker with(Facts changed) {
        return new RestartTracker(rules, count, intervalStart, changed);
    }

    /** A decision and the tracker that has made it. */
    public record Decision(RestartTracker tracker, RestartVerdict verdict) {}

    /** How a start failed. */
    enum StartError {
        RECOVERABLE,
        UNRECOVERABLE
    }

    /**
     * What happened since the last decision.
     *
     * @param exit how the task ended
     * @param startError how its start failed
     * @param asked whether a free restart was asked for
     * @param killed whether it was killed on purpose
     * @param failure whether anything happened that counts
     */
    record Facts(
            Optional<ExitResult> exit,
            Optional<StartError> startError,
            boolean asked,
            boolean killed,
            boolean failure) {
        static final Facts NONE = new Facts(Optional.empty(), Optional.empty(), false, false, false);
    }
}
