package io.outrider.agent.standalone.schedule;

import io.outrider.jobspec.diff.AllocUpdates;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.DesiredTransition;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What has to become of one group of a system or sysbatch job: one alloc on the node. Pure. */
final class SystemReconciler {

    private final Job job;
    private final TaskGroup group;

    SystemReconciler(Job job, TaskGroup group) {
        this.job = job;
        this.group = group;
    }

    /**
     * Decides.
     *
     * @param allocs all of the group's that are remembered, oldest first
     * @param mayStay whether the node may go on to run the group
     * @param mayRun whether the node may begin to run the group: where it may not, nothing is missing
     */
    Wish wish(List<Alloc> allocs, boolean mayStay, boolean mayRun) {
        List<Place> places = new ArrayList<>();
        List<Stop> stops = new ArrayList<>();
        List<Alloc> inPlace = new ArrayList<>();
        List<Alloc> live = allocs.stream().filter(Alloc::lives).toList();
        boolean wanted = mayStay && !Objects.equals(group.count(), 0L);
        long ignored = 0;
        long destructive = 0;
        for (Alloc alloc : live) {
            boolean migrates = alloc.desiredTransition() != null && migrates(alloc.desiredTransition());
            if (!wanted || migrates) {
                stops.add(new Stop(alloc, migrates ? Stop.MIGRATING : Stop.NOT_NEEDED));
            } else if (isCurrent(alloc)) {
                ignored++;
            } else if (alloc.group().isEmpty() || replaced(alloc)) {
                destructive++;
                places.add(new Place(name(), group.name(), Optional.of(alloc), Stop.UPDATING, null));
            } else {
                inPlace.add(alloc);
            }
        }
        boolean done = "sysbatch".equals(job.type())
                && allocs.stream().anyMatch(alloc -> alloc.clientTerminal() && isCurrent(alloc));
        boolean missing = wanted && mayRun && ignored + destructive + inPlace.size() == 0 && !done;
        if (missing) {
            places.add(Place.anew(name(), group.name()));
        }
        return new Wish(
                places,
                stops,
                inPlace,
                List.of(),
                new DesiredUpdates(
                        ignored + (done && live.isEmpty() ? 1 : 0),
                        missing ? 1 : 0,
                        0,
                        stops.size(),
                        inPlace.size(),
                        destructive,
                        0,
                        0));
    }

    private static boolean migrates(DesiredTransition transition) {
        return Boolean.TRUE.equals(transition.migrate());
    }

    private boolean isCurrent(Alloc alloc) {
        return alloc.job() != null && Objects.equals(alloc.job().jobModifyIndex(), job.jobModifyIndex());
    }

    private boolean replaced(Alloc alloc) {
        return alloc.job() == null
                || AllocUpdates.replaceReason(alloc.job(), job, group.name()).isPresent();
    }

    private String name() {
        return job.id() + "." + group.name() + "[0]";
    }
}
