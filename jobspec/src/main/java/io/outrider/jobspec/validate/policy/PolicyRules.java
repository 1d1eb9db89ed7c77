package io.outrider.jobspec.validate.policy;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.DurationText;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.state.model.policy.MigrateStrategy;
import io.outrider.state.model.policy.RestartPolicy;
import io.outrider.state.model.policy.UpdateStrategy;
import java.math.BigInteger;
import java.util.Set;

/** Checks on restart, update and migrate policies. */
public final class PolicyRules {
    private static final long RESTART_INTERVAL = 5_000_000_000L;
    private static final Set<String> HEALTH = Set.of("checks", "task_states", "manual");
    private static final String HEALTH_CHECK = "health_check";
    private static final String MIN_HEALTHY = "min_healthy_time";
    private static final String DEADLINE = "healthy_deadline";
    private static final String MAX_PARALLEL = "max_parallel";

    private PolicyRules() {}

    /** Checks a restart policy with its defaults. */
    public static void restart(Site site, RestartPolicy policy) {
        String mode = text(policy.mode());
        long attempts = number(policy.attempts());
        long interval = number(policy.interval());
        long delay = number(policy.delay());
        boolean known = mode.equals("fail") || mode.equals("delay");
        site.check(!known, "mode", "Unsupported restart mode: \"" + mode + "\"");
        site.check(
                attempts == 0 && !mode.equals("fail"),
                "attempts",
                "Restart policy \"" + mode + "\" with " + attempts + " attempts is ambiguous");
        site.check(
                interval < RESTART_INTERVAL,
                "interval",
                "Interval can not be less than 5s (got " + DurationText.of(interval) + ")");
        BigInteger needed = BigInteger.valueOf(attempts).multiply(BigInteger.valueOf(delay));
        site.check(
                needed.compareTo(BigInteger.valueOf(interval)) > 0,
                "attempts",
                "Nomad can't restart the TaskGroup " + attempts + " times in an interval of "
                        + DurationText.of(interval) + " with a delay of " + DurationText.of(delay));
    }

    /** Checks an update strategy with its defaults. */
    public static void update(Site site, UpdateStrategy update) {
        long parallel = number(update.maxParallel());
        long canary = number(update.canary());
        String check = text(update.healthCheck());
        site.check(!HEALTH.contains(check), HEALTH_CHECK, "Invalid health check given: \"" + check + "\"");
        site.check(parallel < 0, MAX_PARALLEL, "Max parallel can not be less than zero: " + parallel + " < 0");
        site.check(canary < 0, "canary", "Canary count can not be less than zero: " + canary + " < 0");
        site.check(
                canary == 0 && flag(update.autoPromote()),
                "auto_promote",
                "Auto Promote requires a Canary count greater than zero");
        updateTimes(site, update);
    }

    private static void updateTimes(Site site, UpdateStrategy update) {
        long healthy = number(update.minHealthyTime());
        long deadline = number(update.healthyDeadline());
        long progress = number(update.progressDeadline());
        long stagger = number(update.stagger());
        site.check(
                healthy < 0,
                MIN_HEALTHY,
                "Minimum healthy time may not be less than zero: " + DurationText.of(healthy));
        site.check(deadline <= 0, DEADLINE, "Healthy deadline must be greater than zero: " + DurationText.of(deadline));
        site.check(
                progress < 0,
                "progress_deadline",
                "Progress deadline must be zero or greater: " + DurationText.of(progress));
        site.check(
                healthy >= deadline,
                MIN_HEALTHY,
                "Minimum healthy time must be less than healthy deadline: " + DurationText.of(healthy) + " > "
                        + DurationText.of(deadline));
        site.check(
                progress != 0 && deadline >= progress,
                DEADLINE,
                "Healthy deadline must be less than progress deadline: " + DurationText.of(deadline) + " > "
                        + DurationText.of(progress));
        site.check(stagger <= 0, "stagger", "Stagger must be greater than zero: " + DurationText.of(stagger));
    }

    /** Checks a migrate strategy with its defaults. */
    public static void migrate(Site site, MigrateStrategy migrate) {
        long parallel = number(migrate.maxParallel());
        long healthy = number(migrate.minHealthyTime());
        long deadline = number(migrate.healthyDeadline());
        String check = text(migrate.healthCheck());
        site.check(parallel < 0, MAX_PARALLEL, "MaxParallel must be >= 0 but found " + parallel);
        site.check(
                !check.equals("checks") && !check.equals("task_states"),
                HEALTH_CHECK,
                "Invalid HealthCheck: \"" + check + "\"");
        site.check(healthy < 0, MIN_HEALTHY, "MinHealthyTime is " + DurationText.of(healthy) + " and must be >= 0");
        site.check(deadline < 0, DEADLINE, "HealthyDeadline is " + DurationText.of(deadline) + " and must be >= 0");
        site.check(healthy > deadline, MIN_HEALTHY, "MinHealthyTime must be less than HealthyDeadline");
    }
}
