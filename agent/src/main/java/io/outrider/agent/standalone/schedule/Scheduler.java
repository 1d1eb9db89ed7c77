package io.outrider.agent.standalone.schedule;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.room.Chance;
import io.outrider.agent.standalone.room.Room;
import io.outrider.agent.standalone.schedule.Placer.Outcome;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocMetric;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.node.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at one job on behalf of an evaluation: which allocs are wanted, which are there, and what the node has room
 * for. Pure but for IDs and ports, which are left to {@link Chance}.
 */
public final class Scheduler {

    private final ClusterState state;
    private final Evaluation eval;
    private final Instant now;
    private final Chance chance;

    private final List<Alloc> placed = new ArrayList<>();
    private final Map<String, String> stopped = new LinkedHashMap<>();
    private final List<Alloc> inPlace = new ArrayList<>();
    private final Map<String, AllocMetric> failed = new LinkedHashMap<>();
    private final Map<String, Long> queued = new LinkedHashMap<>();
    private final Map<String, DesiredUpdates> desired = new LinkedHashMap<>();
    private final Map<String, Instant> later = new LinkedHashMap<>();

    private Scheduler(ClusterState state, Evaluation eval, Instant now, Chance chance) {
        this.state = state;
        this.eval = eval;
        this.now = now;
        this.chance = chance;
    }

    /** What has to be done for the job of an evaluation, as it is in {@code state} at {@code now}. */
    public static Plan plan(ClusterState state, Evaluation eval, Instant now, Chance chance) {
        return new Scheduler(state, eval, now, chance).plan();
    }

    private Plan plan() {
        JobKey key = new JobKey(String.valueOf(eval.namespace()), String.valueOf(eval.jobId()));
        Optional<Job> job = state.job(key).filter(found -> !Boolean.TRUE.equals(found.stop()));
        List<Alloc> allocs = state.allocs(key);
        if (job.isEmpty()) {
            stopAll(allocs, state.job(key));
        } else {
            plan(job.get(), allocs);
        }
        return new Plan(placed, stopped, inPlace, failed, queued, desired, later);
    }

    private void stopAll(List<Alloc> allocs, Optional<Job> job) {
        job.ifPresent(stoppedJob -> stoppedJob.groups().forEach(group -> queued.put(group.name(), 0L)));
        Map<String, Long> counts = new LinkedHashMap<>();
        allocs.stream().filter(Alloc::lives).forEach(alloc -> {
            stopped.put(alloc.id(), Stop.NOT_NEEDED);
            counts.merge(String.valueOf(alloc.taskGroup()), 1L, Long::sum);
        });
        counts.forEach((group, stops) -> desired.put(group, new DesiredUpdates(0, 0, 0, stops, 0, 0, 0, 0)));
    }

    private void plan(Job job, List<Alloc> allocs) {
        List<Alloc> live = allocs.stream().filter(Alloc::lives).toList();
        List<Node> nodes = state.nodes();
        if (nodes.isEmpty()) {
            return;
        }
        Room room = new Room(
                nodes.get(0), state.allocs().stream().filter(Alloc::lives).toList());
        Placer placer = new Placer(job, nodes.get(0), room, chance, live);
        Map<TaskGroup, Wish> wishes = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (TaskGroup group : job.groups()) {
            names.add(group.name());
            List<Alloc> own = allocs.stream()
                    .filter(alloc -> group.name().equals(alloc.taskGroup()))
                    .toList();
            wishes.put(group, wish(job, group, own, placer));
        }
        stopOthers(live, names);
        wishes.values().forEach(wish -> wish.stops()
                .forEach(stop -> stopped.put(stop.alloc().id(), stop.description())));
        live.stream().filter(alloc -> stopped.containsKey(alloc.id())).forEach(placer::leaves);
        wishes.forEach((group, wish) -> carryOut(group, wish, placer, job));
    }

    private Wish wish(Job job, TaskGroup group, List<Alloc> own, Placer placer) {
        if (isSystem(job)) {
            boolean mayRun = placer.refusalWithout(group, own).isEmpty();
            return new SystemReconciler(job, group).wish(own, mayRun || placer.isAway(), mayRun);
        }
        return new Reconciler(job, group, eval, now).wish(own);
    }

    static boolean isSystem(Job job) {
        return "system".equals(job.type()) || "sysbatch".equals(job.type());
    }

    /** Allocs of groups that the job no longer has. */
    private void stopOthers(List<Alloc> live, Set<String> names) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Alloc alloc : live) {
            String group = String.valueOf(alloc.taskGroup());
            if (!names.contains(group)) {
                stopped.put(alloc.id(), Stop.NOT_NEEDED);
                counts.merge(group, 1L, Long::sum);
            }
        }
        counts.forEach((group, stops) -> desired.put(group, new DesiredUpdates(0, 0, 0, stops, 0, 0, 0, 0)));
    }

    private void carryOut(TaskGroup group, Wish wish, Placer placer, Job job) {
        desired.put(group.name(), wish.counts());
        queued.put(group.name(), 0L);
        wish.inPlace().forEach(alloc -> changeInPlace(alloc, group, placer, job));
        wish.later().forEach(waiting -> later.put(waiting.alloc().id(), waiting.at()));
        for (Place place : wish.places()) {
            place(group, place, placer);
        }
    }

    /** What the node may not run as it is wanted now goes on as it was, until it can be replaced. */
    private void changeInPlace(Alloc alloc, TaskGroup group, Placer placer, Job job) {
        if (placer.mayStay(group, alloc)) {
            inPlace.add(alloc.edit().job(job).done());
        } else {
            place(
                    group,
                    new Place(String.valueOf(alloc.name()), group.name(), Optional.of(alloc), Stop.UPDATING, null),
                    placer);
        }
    }

    private void place(TaskGroup group, Place place, Placer placer) {
        boolean makesRoom =
                place.stop() != null && place.previous().map(Alloc::lives).orElse(false);
        if (makesRoom) {
            place.previous().ifPresent(placer::leaves);
        }
        Outcome outcome = failed.containsKey(group.name())
                ? new Outcome(null, failed.get(group.name()))
                : placer.place(group, place);
        if (outcome.alloc() != null) {
            placed.add(outcome.alloc());
            if (place.stop() != null) {
                place.previous().ifPresent(old -> stopped.put(old.id(), place.stop()));
            }
            return;
        }
        if (makesRoom) {
            place.previous().ifPresent(placer::stays);
        }
        failed.merge(group.name(), outcome.metric(), (first, next) -> Metrics.again(first));
        queued.merge(group.name(), 1L, Long::sum);
    }
}
