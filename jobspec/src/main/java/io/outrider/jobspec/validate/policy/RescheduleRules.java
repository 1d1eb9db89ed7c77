package io.outrider.jobspec.validate.policy;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.DurationText;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.state.model.policy.ReschedulePolicy;
import java.util.Set;

/** Checks on a reschedule policy with its defaults. */
public final class RescheduleRules {
    private static final long SECOND = 1_000_000_000L;
    private static final long MIN_DELAY = 5 * SECOND;
    private static final long MIN_INTERVAL = 15 * SECOND;
    private static final String CONSTANT = "constant";
    private static final Set<String> FUNCTIONS = Set.of(CONSTANT, "exponential", "fibonacci");

    private final Site site;
    private final long attempts;
    private final long interval;
    private final long delay;
    private final long maxDelay;
    private final String function;

    private RescheduleRules(Site site, ReschedulePolicy policy) {
        this.site = site;
        this.attempts = number(policy.attempts());
        this.interval = number(policy.interval());
        this.delay = number(policy.delay());
        this.maxDelay = number(policy.maxDelay());
        this.function = text(policy.delayFunction());
    }

    /** Checks one; a policy that never reschedules is not looked at. */
    public static void check(Site site, ReschedulePolicy policy) {
        boolean unlimited = flag(policy.unlimited());
        if (unlimited || number(policy.attempts()) > 0) {
            new RescheduleRules(site, policy).check(unlimited);
        }
    }

    private void check(boolean unlimited) {
        if (attempts > 0) {
            site.check(interval <= 0, "interval", "Interval must be a non zero value if Attempts > 0");
            if (unlimited) {
                site.fault(
                        "unlimited",
                        "Reschedule Policy with Attempts = " + attempts + ", Interval = " + DurationText.of(interval)
                                + ", and Unlimited = true is ambiguous");
                site.fault("unlimited", "If Attempts >0, Unlimited cannot also be set to true");
            }
        }
        boolean sound = delays();
        if (!unlimited) {
            site.check(
                    interval < MIN_INTERVAL,
                    "interval",
                    "Interval cannot be less than 15s (got " + DurationText.of(interval) + ")");
            if (sound) {
                attempts();
            }
        }
    }

    private boolean delays() {
        boolean known = FUNCTIONS.contains(function);
        boolean grows = !function.equals(CONSTANT);
        site.check(delay < MIN_DELAY, "delay", "Delay cannot be less than 5s (got " + DurationText.of(delay) + ")");
        site.check(
                !known,
                "delay_function",
                "Invalid delay function \"" + function
                        + "\", must be one of [\"constant\" \"exponential\" \"fibonacci\"]");
        site.check(
                grows && maxDelay < MIN_DELAY,
                "max_delay",
                "Max Delay cannot be less than 5s (got " + DurationText.of(maxDelay) + ")");
        site.check(
                grows && maxDelay < delay,
                "max_delay",
                "Max Delay cannot be less than Delay " + DurationText.of(delay) + " (got " + DurationText.of(maxDelay)
                        + ")");
        return delay >= MIN_DELAY && known && (!grows || maxDelay >= MIN_DELAY && maxDelay >= delay);
    }

    /** Whether the attempts fit into the interval. */
    private void attempts() {
        Attempts fit = Attempts.of(function, attempts, new Attempts.Times(delay, maxDelay, interval));
        if (fit.possible() >= attempts) {
            return;
        }
        String ceiling = function.equals(CONSTANT)
                ? " and delay function \"" + function + "\""
                : ", delay function \"" + function + "\", and delay ceiling " + DurationText.of(maxDelay);
        site.fault(
                "attempts",
                "Nomad can only make " + fit.possible() + " attempts in " + DurationText.of(interval)
                        + " with initial delay " + DurationText.of(delay) + ceiling);
        long rounded = (fit.needed() + SECOND / 2) / SECOND * SECOND;
        site.fault(
                "interval",
                "Set the interval to at least " + DurationText.of(rounded) + " to accommodate " + attempts
                        + " attempts");
    }
}
