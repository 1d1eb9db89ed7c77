package io.outrider.agent.standalone.cron;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.PeriodicConfig;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** When a periodic job is launched. Pure. */
public final class LaunchTimes {

    private LaunchTimes() {}

    /** Whether a job is launched by time. */
    public static boolean launches(Job job) {
        return job.periodic() != null
                && !Boolean.FALSE.equals(job.periodic().enabled())
                && !Boolean.TRUE.equals(job.stop());
    }

    /** Whether a launch waits for the end of the one before. */
    public static boolean prohibitsOverlap(Job job) {
        return job.periodic() != null && Boolean.TRUE.equals(job.periodic().prohibitOverlap());
    }

    /** The first launch after {@code after}; empty when there is none, or the times cannot be read. */
    public static Optional<Instant> next(Job job, Instant after) {
        PeriodicConfig periodic = job.periodic();
        if (periodic == null) {
            return Optional.empty();
        }
        try {
            ZonedDateTime from = after.atZone(zone(periodic));
            return specs(periodic).stream()
                    .map(Cron::parse)
                    .flatMap(cron -> cron.next(from).stream())
                    .map(ZonedDateTime::toInstant)
                    .min(Comparator.naturalOrder());
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static ZoneId zone(PeriodicConfig periodic) {
        String name = Immutable.text(periodic.timeZone());
        return name.isEmpty() ? ZoneOffset.UTC : ZoneId.of(name);
    }

    private static List<String> specs(PeriodicConfig periodic) {
        List<String> specs = new ArrayList<>(Objects.requireNonNullElse(periodic.specs(), List.of()));
        if (!Immutable.text(periodic.spec()).isEmpty()) {
            specs.add(Immutable.text(periodic.spec()));
        }
        return specs;
    }
}
