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

    /** New allocs for a canonical job, all made at {@code index} and {@code now}. */
    List<Alloc> place(Job job, long index, Instant now) {
        List<Alloc> allocs = new ArrayList<>();
        String eval = ids.get();
        for (TaskGroup group : job.groups()) {
            for (long n = 0; n < count(job, group); n++) {
                allocs.add(alloc(job, group, n, new Mark(eval, index, nanos(now))));
            }
        }
        return allocs;
    }

    /** System jobs run once per node. */
    private static long count(Job job, TaskGroup group) {
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
                resources(group),
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

    private AllocatedResources resources(TaskGroup group) {
        Map<String, AllocatedTaskResources> given = new HashMap<>();
        Map<String, TaskLifecycleConfig> lifecycles = new HashMap<>();
        for (Task task : group.taskList()) {
            given.put(task.name(), resources(task.resources()));
            Optional.ofNullable(task.lifecycle()).ifPresent(found -> lifecycles.put(task.name(), found));
        }
        Long disk = group.ephemeralDisk() == null ? null : group.ephemeralDisk().sizeMb();
        return new AllocatedResources(given, lifecycles, shared(group, disk));
    }

    private AllocatedSharedResources shared(TaskGroup group, @Nullable Long disk) {
        Ports.Given given = ports.give(Objects.requireNonNullElse(group.networks(), List.of()));
        return new AllocatedSharedResources(given.networks(), disk, given.mappings());
    }

    private AllocatedTaskResources resources(@Nullable Resources asked) {
        if (asked == null) {
            return new AllocatedTaskResources(null, null, List.of(), null);
        }
        return new AllocatedTaskResources(
                new AllocatedTaskResources.Cpu(asked.cpu(), null),
                new AllocatedTaskResources.Memory(asked.memoryMb(), asked.memoryMaxMb()),
                ports.give(Objects.requireNonNullElse(asked.networks(), List.of()))
                        .networks(),
                null);
    }

    /** The node that allocs are put on. */
    public record Target(String nodeId, String nodeName) {}

    private record Mark(String eval, long index, long time) {}
}
