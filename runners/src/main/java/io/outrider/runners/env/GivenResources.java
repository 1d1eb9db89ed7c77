package io.outrider.runners.env;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocatedResources;
import io.outrider.state.model.alloc.AllocatedTaskResources;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a task of an alloc was given: from the alloc's allocated resources, else from its older {@code TaskResources}
 * (rows R34, R49); never from the job, whose dynamic ports are 0.
 *
 * @param cpuShares MHz; 0 when not said
 * @param cores reserved cores, ascending
 * @param memoryMb 0 when not said
 * @param memoryMaxMb 0 when not said
 * @param networks task-level networks
 */
public record GivenResources(
        long cpuShares, List<Long> cores, long memoryMb, long memoryMaxMb, List<NetworkResource> networks) {

    public GivenResources {
        cores = cores.stream().sorted().toList();
        networks = List.copyOf(networks);
    }

    /** What {@code task} was given; empty when the alloc does not say. */
    public static Optional<GivenResources> of(Alloc alloc, String task) {
        AllocatedResources allocated = alloc.allocatedResources();
        if (allocated != null && allocated.tasks() != null && allocated.tasks().containsKey(task)) {
            return Optional.ofNullable(allocated.tasks().get(task)).map(GivenResources::from);
        }
        Map<String, Resources> older = alloc.taskResources();
        return older == null
                ? Optional.empty()
                : Optional.ofNullable(older.get(task)).map(GivenResources::from);
    }

    private static GivenResources from(AllocatedTaskResources given) {
        AllocatedTaskResources.Cpu cpu = given.cpu();
        AllocatedTaskResources.Memory memory = given.memory();
        return new GivenResources(
                cpu == null ? 0 : orZero(cpu.cpuShares()),
                cpu == null || cpu.reservedCores() == null ? List.of() : cpu.reservedCores(),
                memory == null ? 0 : orZero(memory.memoryMb()),
                memory == null ? 0 : orZero(memory.memoryMaxMb()),
                given.networks() == null ? List.of() : given.networks());
    }

    private static GivenResources from(Resources given) {
        return new GivenResources(
                orZero(given.cpu()),
                List.of(),
                orZero(given.memoryMb()),
                orZero(given.memoryMaxMb()),
                given.networks() == null ? List.of() : given.networks());
    }

    private static long orZero(@Nullable Number number) {
        return number == null ? 0 : number.longValue();
    }

    /** The reserved cores as the kernel writes sets: {@code 0-3,5}; empty when there are none. */
    public String cpuset() {
        StringBuilder set = new StringBuilder();
        int next = 0;
        while (next < cores.size()) {
            int last = endOfRun(next);
            set.append(set.isEmpty() ? "" : ",").append(cores.get(next));
            if (last > next) {
                set.append('-').append(cores.get(last));
            }
            next = last + 1;
        }
        return set.toString();
    }

    private int endOfRun(int from) {
        int last = from;
        while (last + 1 < cores.size() && cores.get(last + 1) == cores.get(last) + 1) {
            last++;
        }
        return last;
    }
}
