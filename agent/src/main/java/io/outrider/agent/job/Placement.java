package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocatedResources;
import io.outrider.state.model.alloc.AllocatedSharedResources;
import io.outrider.state.model.alloc.AllocatedTaskResources;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.Resources;
import io.outrider.state.model.task.TaskLifecycleConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts all groups of a job on this node, whatever the job says about where: nothing is counted and no constraint is
 * asked. Pure but for the IDs.
 */
public final class Placement {

    private static final long NANOS = 1_000_000_000L;

    private final Target target;
    private final Supplier<String> ids;
    private final Ports ports;

    public Placement(Target target, Supplier<String> ids, Ports ports) {
        this.target = target;
        this.ids = ids;
        this.ports = ports;
    }

    /**
     * New allocs for a canonical job. Blocking: free ports are looked for.
     *
     * @param taken ports that are not given; those that are given now are added
     */
    List<Alloc> place(Job job, Moment moment, Set<Integer> taken) {
        List<Alloc> allocs = new ArrayList<>();
        String eval = ids.get();
        for (TaskGroup group : job.groups()) {
            for (long n = 0; n < count(job, group); n++) {
                allocs.add(alloc(job, group, n, new Mark(eval, moment.index(), nanos(moment.time()), taken)));
            }
        }
        return allocs;
    }

    /** How many allocs a group has on this node: system jobs run once per node. */
    static long count(Job job, TaskGroup group) {
        boolean perNode = "system".equals(job.type()) || "sysbatch".equals(job.type());
        return perNode || group.count() == null ? 1L : group.count();
    }

    static long nanos(Instant time) {
        return time.getEpochSecond() * NANOS + time.getNano();
    }

    private Alloc alloc(Job job, TaskGroup group, long number, Mark mark) {
        return new Alloc(
                ids.get(),
                job.namespace(),
                mark.eval(),
                job.id() + "." + group.name() + "[" + number + "]",
                target.nodeId(),
                target.nodeName(),
                job.id(),
                job,
                group.name(),
                null,
                null,
                null,
                resources(group, mark.taken()),
                null,
                "run",
                null,
                null,
                "pending",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                mark.index(),
                mark.index(),
                mark.index(),
                mark.time(),
                mark.time());
    }

    private AllocatedResources resources(TaskGroup group, Set<Integer> taken) {
        Map<String, AllocatedTaskResources> given = new HashMap<>();
        Map<String, TaskLifecycleConfig> lifecycles = new HashMap<>();
        for (Task task : group.taskList()) {
            given.put(task.name(), resources(task.resources(), taken));
            Optional.ofNullable(task.lifecycle()).ifPresent(found -> lifecycles.put(task.name(), found));
        }
        Long disk = group.ephemeralDisk() == null ? null : group.ephemeralDisk().sizeMb();
        return new AllocatedResources(given, lifecycles, shared(group, disk, taken));
    }

    private AllocatedSharedResources shared(TaskGroup group, @Nullable Long disk, Set<Integer> taken) {
        Ports.Given given = ports.give(Objects.requireNonNullElse(group.networks(), List.of()), taken);
        return new AllocatedSharedResources(given.networks(), disk, given.mappings());
    }

    private AllocatedTaskResources resources(@Nullable Resources asked, Set<Integer> taken) {
        if (asked == null) {
            return new AllocatedTaskResources(null, null, List.of(), null);
        }
        return new AllocatedTaskResources(
                new AllocatedTaskResources.Cpu(asked.cpu(), null),
                new AllocatedTaskResources.Memory(asked.memoryMb(), asked.memoryMaxMb()),
                ports.give(Objects.requireNonNullElse(asked.networks(), List.of()), taken)
                        .networks(),
                null);
    }

    /** The node that allocs are put on. */
    public record Target(String nodeId, String nodeName) {}

    /** When allocs are made, for the feed and for people. */
    record Moment(long index, Instant time) {}

    private record Mark(String eval, long index, long time, Set<Integer> taken) {}
}
