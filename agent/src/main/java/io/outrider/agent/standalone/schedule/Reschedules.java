package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.RescheduleTracker;
import io.outrider.state.model.alloc.RescheduleTracker.RescheduleEvent;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.policy.ReschedulePolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether, and when, a failed alloc is replaced. Pure. */
final class Reschedules {

    private static final long NANOS = 1_000_000_000L;
    /** How many earlier tries are remembered where there is no limit. */
    private static final int REMEMBERED = 5;

    private Reschedules() {}

    /** When the alloc may be replaced; empty: never, it has not failed or has failed too often. */
    static Optional<Instant> due(Alloc alloc) {
        ReschedulePolicy policy = alloc.group().map(TaskGroup::reschedulePolicy).orElse(null);
        if (policy == null || !"failed".equals(alloc.clientStatus())) {
            return Optional.empty();
        }
        Instant failed = failedAt(alloc);
        long delay = delay(alloc, policy);
        if (!mayTryAgain(alloc, policy, failed)) {
            return Optional.empty();
        }
        return Optional.of(failed.plusNanos(delay));
    }

    private static boolean mayTryAgain(Alloc alloc, ReschedulePolicy policy, Instant failed) {
        if (Boolean.TRUE.equals(policy.unlimited())) {
            return true;
        }
        long attempts = number(policy.attempts());
        long interval = number(policy.interval());
        long tried = events(alloc).stream()
                .filter(event -> nanos(failed) - number(event.rescheduleTime()) < interval)
                .count();
        return attempts > 0 && interval > 0 && tried < attempts;
    }

    /** How long to wait after the failure, in nanoseconds. */
    static long delay(Alloc alloc, ReschedulePolicy policy) {
        long first = number(policy.delay());
        List<RescheduleEvent> events = events(alloc);
        if (events.isEmpty()) {
            return first;
        }
        long last = number(events.get(events.size() - 1).delay());
        long next =
                switch (Objects.requireNonNullElse(policy.delayFunction(), "")) {
                    case "exponential" -> last * 2;
                    case "fibonacci" ->
                        events.size() < 2
                                ? last
                                : last + number(events.get(events.size() - 2).delay());
                    default -> first;
                };
        long max = number(policy.maxDelay());
        if (max <= 0 || next <= max) {
            return next;
        }
        long since =
                nanos(failedAt(alloc)) - number(events.get(events.size() - 1).rescheduleTime());
        return since > max ? first : max;
    }

    /** The tries before the one that replaces {@code alloc} now. */
    static RescheduleTracker tracker(Alloc alloc, Instant now) {
        ReschedulePolicy policy = alloc.group().map(TaskGroup::reschedulePolicy).orElse(null);
        List<RescheduleEvent> events = new ArrayList<>(events(alloc));
        if (policy != null && !Boolean.TRUE.equals(policy.unlimited())) {
            events.removeIf(event -> nanos(now) - number(event.rescheduleTime()) >= number(policy.interval()));
        } else if (events.size() >= REMEMBERED) {
            events = new ArrayList<>(events.subList(events.size() - REMEMBERED + 1, events.size()));
        }
        long delay = policy == null ? 0 : delay(alloc, policy);
        events.add(new RescheduleEvent(nanos(now), alloc.id(), alloc.nodeId(), delay));
        return new RescheduleTracker(events);
    }

    private static List<RescheduleEvent> events(Alloc alloc) {
        RescheduleTracker tracker = alloc.rescheduleTracker();
        return tracker == null || tracker.events() == null ? List.of() : tracker.events();
    }

    /** The end of its last task; where that is unknown, its last change. */
    private static Instant failedAt(Alloc alloc) {
        return Objects.requireNonNullElse(alloc.taskStates(), Map.<String, TaskState>of()).values().stream()
                .map(TaskState::finishedAt)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElseGet(() -> Instant.ofEpochSecond(0, number(alloc.modifyTime())));
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * NANOS + time.getNano();
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
