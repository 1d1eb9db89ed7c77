package io.outrider.agent.standalone.schedule;

import io.outrider.agent.standalone.schedule.Wish.Later;
import io.outrider.jobspec.diff.AllocUpdates;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.DesiredTransition;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has to become of one group of a service or batch job: how many are wanted, what there is, and what the update
 * and reschedule policies allow now. Pure.
 */
final class Reconciler {

    /** Failures that are due so soon are not worth another evaluation. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    private final Job job;
    private final TaskGroup group;
    private final Evaluation eval;
    private final Instant now;

    private final List<Place> places = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private final List<Alloc> inPlace = new ArrayList<>();
    private final List<Later> later = new ArrayList<>();
    private final Set<Long> numbers = new HashSet<>();
    private long ignored;
    private long migrated;
    private long destructive;

    Reconciler(Job job, TaskGroup group, Evaluation eval, Instant now) {
        this.job = job;
        this.group = group;
        this.eval = eval;
        this.now = now;
    }

    /**
     * Decides.
     *
     * @param allocs all of the group's that are remembered
     */
    Wish wish(List<Alloc> allocs) {
        List<Alloc> staying = new ArrayList<>();
        List<Alloc> migrating = new ArrayList<>();
        List<Alloc> failed = new ArrayList<>();
        for (Alloc alloc : allocs) {
            sort(alloc, staying, migrating, failed);
        }
        long count = Objects.requireNonNullElse(group.count(), 1L);
        shrink(count, staying, migrating, failed);
        staying.forEach(alloc -> numbers.add(AllocNames.number(alloc)));
        migrating.forEach(this::migrate);
        failed.forEach(this::reschedule);
        long there = staying.size() + migrating.size() + failed.size();
        update(staying, Math.max(0, count - staying.size()));
        long anew = 0;
        for (; there + anew < count; anew++) {
            places.add(Place.anew(name(next()), group.name()));
        }
        return new Wish(places, stops, inPlace, later, counts(anew + failed.size()));
    }

    private DesiredUpdates counts(long placed) {
        long stopped = stops.stream()
                .filter(stop -> stop.description().equals(Stop.NOT_NEEDED))
                .count();
        return new DesiredUpdates(ignored, placed, migrated, stopped, inPlace.size(), destructive, 0, 0);
    }

    private void sort(Alloc alloc, List<Alloc> staying, List<Alloc> migrating, List<Alloc> failed) {
        boolean replaced =
                alloc.nextAllocation() != null && !alloc.nextAllocation().isEmpty();
        if (replaced && (alloc.clientTerminal() || alloc.serverTerminal()) || isOver(alloc)) {
            ignored += isBatch() && !alloc.serverTerminal() ? 1 : 0;
            return;
        }
        if (!alloc.clientTerminal() && wants(alloc, DesiredTransition::migrate)) {
            migrating.add(alloc);
        } else if (isDue(alloc)) {
            failed.add(alloc);
        } else {
            staying.add(alloc);
        }
    }

    /** Whether nothing can come of it and another one may take its place. */
    private boolean isOver(Alloc alloc) {
        if (alloc.serverTerminal()) {
            return !(isBatch()
                    && "complete".equals(alloc.clientStatus())
                    && isOfThisRegistration(alloc)
                    && !isOld(alloc)
                    && ranWell(alloc));
        }
        if (!isBatch()) {
            return "complete".equals(alloc.clientStatus()) || "lost".equals(alloc.clientStatus());
        }
        return alloc.clientTerminal() && isOld(alloc) || "lost".equals(alloc.clientStatus());
    }

    private static boolean ranWell(Alloc alloc) {
        return alloc.taskStates() != null
                && !alloc.taskStates().isEmpty()
                && alloc.taskStates().values().stream()
                        .allMatch(state -> "dead".equals(state.state()) && !state.failed());
    }

    private boolean isOfThisRegistration(Alloc alloc) {
        return alloc.job() != null && Objects.equals(alloc.job().createIndex(), job.createIndex());
    }

    private boolean isOld(Alloc alloc) {
        return alloc.job() == null
                || !isOfThisRegistration(alloc)
                || number(alloc.job().version()) < number(job.version());
    }

    private boolean isBatch() {
        return "batch".equals(job.type());
    }

    private static boolean wants(Alloc alloc, Function<DesiredTransition, @Nullable Boolean> transition) {
        return alloc.desiredTransition() != null && Boolean.TRUE.equals(transition.apply(alloc.desiredTransition()));
    }

    private boolean isDue(Alloc alloc) {
        if (!"failed".equals(alloc.clientStatus()) || alloc.serverTerminal()) {
            return false;
        }
        if (wants(alloc, DesiredTransition::forceReschedule)) {
            return true;
        }
        Optional<Instant> due = Reschedules.due(alloc);
        if (due.isEmpty()) {
            return false;
        }
        boolean mine = eval.id().equals(alloc.followupEvalId());
        if (mine || !due.get().isAfter(now.plus(AT_ONCE))) {
            return true;
        }
        if (alloc.followupEvalId() == null || alloc.followupEvalId().isEmpty()) {
            later.add(new Later(alloc, due.get()));
        }
        return false;
    }

    /** Too many: first those that would have to be replaced, then the highest numbers. */
    private void shrink(long count, List<Alloc> staying, List<Alloc> migrating, List<Alloc> failed) {
        long over = staying.size() + migrating.size() + failed.size() - count;
        for (List<Alloc> some : List.of(migrating, failed, staying)) {
            List<Alloc> highest = new ArrayList<>(some);
            highest.sort(Comparator.comparingLong(AllocNames::number).reversed());
            for (Alloc alloc : highest) {
                if (over > 0 && !(isBatch() && "complete".equals(alloc.clientStatus()))) {
                    over--;
                    some.remove(alloc);
                    later.removeIf(waiting -> waiting.alloc().id().equals(alloc.id()));
                    stops.add(new Stop(alloc, Stop.NOT_NEEDED));
                }
            }
        }
    }

    private void migrate(Alloc alloc) {
        migrated++;
        numbers.add(AllocNames.number(alloc));
        stops.add(new Stop(alloc, Stop.MIGRATING));
        places.add(new Place(
                String.valueOf(alloc.name()), group.name(), Optional.of(alloc), null, alloc.rescheduleTracker()));
    }

    private void reschedule(Alloc alloc) {
        numbers.add(AllocNames.number(alloc));
        places.add(new Place(
                String.valueOf(alloc.name()),
                group.name(),
                Optional.of(alloc),
                Stop.RESCHEDULED,
                Reschedules.tracker(alloc, now)));
    }

    /** @param placed how many are placed now for other reasons */
    private void update(List<Alloc> staying, long placed) {
        List<Alloc> replaced = new ArrayList<>();
        for (Alloc alloc : staying) {
            if (isCurrent(alloc)) {
                ignored++;
            } else if (mustBeReplaced(alloc)) {
                replaced.add(alloc);
            } else if (alloc.clientTerminal()) {
                ignored++;
            } else {
                inPlace.add(alloc);
            }
        }
        replaced.sort(Comparator.comparingLong(AllocNames::number));
        long limit = limit(staying, replaced.size(), placed);
        for (Alloc alloc : replaced) {
            if (destructive < limit) {
                destructive++;
                places.add(
                        new Place(String.valueOf(alloc.name()), group.name(), Optional.of(alloc), Stop.UPDATING, null));
            } else {
                ignored++;
            }
        }
    }

    private boolean isCurrent(Alloc alloc) {
        return alloc.job() != null && Objects.equals(alloc.job().jobModifyIndex(), job.jobModifyIndex());
    }

    private boolean mustBeReplaced(Alloc alloc) {
        Job old = alloc.job();
        return old == null
                || alloc.group().isEmpty()
                || AllocUpdates.replaceReason(old, job, group.name()).isPresent();
    }

    /** How many may be replaced now: those of the new version that do not run yet count. */
    private long limit(List<Alloc> staying, long all, long placed) {
        long parallel = group.update() == null ? 0 : number(group.update().maxParallel());
        if (parallel == 0 || isBatch()) {
            return all;
        }
        long unwell = staying.stream()
                .filter(alloc -> isCurrent(alloc) && !"running".equals(alloc.clientStatus()))
                .count();
        return Math.max(0, parallel - unwell - placed);
    }

    private long next() {
        long number = 0;
        while (!numbers.add(number)) {
            number++;
        }
        return number;
    }

    private String name(long number) {
        return job.id() + "." + group.name() + "[" + number + "]";
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
