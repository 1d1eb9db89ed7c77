package io.outrider.agent.standalone.schedule;

import io.outrider.agent.standalone.feasible.Feasibility;
import io.outrider.agent.standalone.room.Amounts;
import io.outrider.agent.standalone.room.Chance;
import io.outrider.agent.standalone.room.Older;
import io.outrider.agent.standalone.room.PortChoice;
import io.outrider.agent.standalone.room.Room;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocMetric;
import io.outrider.state.model.alloc.AllocatedResources;
import io.outrider.state.model.alloc.AllocatedSharedResources;
import io.outrider.state.model.alloc.AllocatedTaskResources;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.task.TaskLifecycleConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts allocs of one job on the node, as long as it may run them and has room. */
final class Placer {

    private final Job job;
    private final Node node;
    private final Room room;
    private final Chance chance;
    private final Feasibility feasibility;
    private final Metrics metrics;
    private final List<Alloc> placed;

    /** @param placed live allocs of the job on the node */
    Placer(Job job, Node node, Room room, Chance chance, List<Alloc> placed) {
        this.job = job;
        this.node = node;
        this.room = room;
        this.chance = chance;
        this.feasibility = new Feasibility(node, job);
        this.placed = new ArrayList<>(placed);
        this.metrics = new Metrics(node, feasibility.isInPool(), isAvailable());
    }

    private boolean isAvailable() {
        return feasibility.isReady() && feasibility.isInPool() && feasibility.isInDatacenter();
    }

    /** Whether the node takes nothing new, whatever it is. */
    boolean isAway() {
        return !feasibility.isReady();
    }

    /** Whether the node may run the group at all; if not, why. */
    Optional<AllocMetric> refusal(TaskGroup group) {
        if (!isAvailable()) {
            return Optional.of(metrics.notLookedAt());
        }
        return feasibility.refusal(group, placed).map(metrics::filtered);
    }

    /** The same, as if allocs of the group were not there. */
    Optional<AllocMetric> refusalWithout(TaskGroup group, List<Alloc> own) {
        if (!isAvailable()) {
            return Optional.of(metrics.notLookedAt());
        }
        List<Alloc> others = new ArrayList<>(placed);
        others.removeAll(own);
        return feasibility.refusal(group, others).map(metrics::filtered);
    }

    /** Whether an alloc of the group that is there may go on as the group is now; a node that takes nothing new may. */
    boolean mayStay(TaskGroup group, Alloc alloc) {
        List<Alloc> others =
                placed.stream().filter(held -> !held.id().equals(alloc.id())).toList();
        return feasibility.isInPool()
                && feasibility.isInDatacenter()
                && feasibility.refusal(group, others).isEmpty();
    }

    /** An alloc is no longer there. */
    void leaves(Alloc alloc) {
        room.remove(alloc.id());
        placed.removeIf(held -> held.id().equals(alloc.id()));
    }

    /** An alloc is there after all. */
    void stays(Alloc alloc) {
        room.add(alloc);
        placed.add(alloc);
    }

    /** Places one alloc of a group, or says why not. */
    Outcome place(TaskGroup group, Place place) {
        Optional<AllocMetric> refusal = refusal(group);
        if (refusal.isPresent()) {
            return new Outcome(null, refusal.get());
        }
        PortChoice ports = new PortChoice(chance, room);
        List<NetworkResource> networks = ports.give(group.networks());
        Map<String, List<NetworkResource>> ofTasks = new LinkedHashMap<>();
        for (Task task : group.taskList()) {
            List<NetworkResource> given = task.resources() == null
                    ? null
                    : ports.give(task.resources().networks());
            if (given != null) {
                ofTasks.put(task.name(), given);
            }
        }
        Amounts asked = Amounts.of(group);
        Optional<String> exhausted = Optional.ofNullable(ports.refusal()).or(() -> room.exhausted(asked));
        if (exhausted.isPresent()) {
            return new Outcome(null, metrics.exhausted(exhausted.get()));
        }
        AllocMetric metric = metrics.placed(room.binpack(asked));
        Alloc alloc = alloc(place, resources(group, networks, ofTasks), Older.of(group, networks), metric);
        stays(alloc);
        return new Outcome(alloc, metric);
    }

    private static AllocatedResources resources(
            TaskGroup group, @Nullable List<NetworkResource> networks, Map<String, List<NetworkResource>> ofTasks) {
        Map<String, AllocatedTaskResources> tasks = new LinkedHashMap<>();
        Map<String, TaskLifecycleConfig> lifecycles = new LinkedHashMap<>();
        for (Task task : group.taskList()) {
            Resources asked = task.resources();
            lifecycles.put(task.name(), task.lifecycle());
            tasks.put(
                    task.name(),
                    new AllocatedTaskResources(
                            new AllocatedTaskResources.Cpu(asked == null ? 0L : asked.cpu(), null),
                            new AllocatedTaskResources.Memory(
                                    asked == null ? 0L : asked.memoryMb(), asked == null ? 0L : asked.memoryMaxMb()),
                            ofTasks.get(task.name()),
                            null));
        }
        Long disk = group.ephemeralDisk() == null
                ? Long.valueOf(0)
                : group.ephemeralDisk().sizeMb();
        return new AllocatedResources(
                tasks, lifecycles, new AllocatedSharedResources(networks, disk, PortChoice.mappings(networks)));
    }

    private Alloc alloc(Place place, AllocatedResources given, Older older, AllocMetric metric) {
        return new Alloc(
                chance.ids().get(),
                job.namespace(),
                null,
                place.name(),
                node.id(),
                node.name(),
                job.id(),
                job,
                place.group(),
                older.all(),
                older.shared(),
                older.tasks(),
                given,
                metric,
                "run",
                null,
                null,
                "pending",
                null,
                null,
                null,
                place.previous().map(Alloc::id).orElse(null),
                null,
                null,
                null,
                place.tracker(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /**
     * What came of a try.
     *
     * @param alloc null: there was no room
     * @param metric how the try went
     */
    record Outcome(@Nullable Alloc alloc, AllocMetric metric) {}
}
