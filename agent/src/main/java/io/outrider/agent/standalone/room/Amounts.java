package io.outrider.agent.standalone.room;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocatedResources;
import io.outrider.state.model.alloc.AllocatedTaskResources;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.task.TaskLifecycleConfig;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** CPU in MHz, memory and disk in MiB. */
public record Amounts(long cpu, long memory, long disk) {

    public static final Amounts NONE = new Amounts(0, 0, 0);

    public Amounts plus(Amounts other) {
        return new Amounts(cpu + other.cpu, memory + other.memory, disk + other.disk);
    }

    public Amounts minus(Amounts other) {
        return new Amounts(cpu - other.cpu, memory - other.memory, disk - other.disk);
    }

    private Amounts max(Amounts other) {
        return new Amounts(Math.max(cpu, other.cpu), Math.max(memory, other.memory), Math.max(disk, other.disk));
    }

    /** What a group needs: tasks that run one after the other share. */
    public static Amounts of(TaskGroup group) {
        Phases phases = new Phases();
        for (Task task : group.taskList()) {
            phases.add(
                    task.resources() == null
                            ? NONE
                            : new Amounts(
                                    number(task.resources().cpu()),
                                    number(task.resources().memoryMb()),
                                    0),
                    task.lifecycle());
        }
        long disk =
                group.ephemeralDisk() == null ? 0 : number(group.ephemeralDisk().sizeMb());
        return phases.most().plus(new Amounts(0, 0, disk));
    }

    /** What an alloc has. */
    public static Amounts of(Alloc alloc) {
        AllocatedResources given = alloc.allocatedResources();
        if (given == null) {
            return NONE;
        }
        Phases phases = new Phases();
        Map<String, TaskLifecycleConfig> lifecycles = Objects.requireNonNullElse(given.taskLifecycles(), Map.of());
        Objects.requireNonNullElse(given.tasks(), Map.<String, AllocatedTaskResources>of())
                .forEach((name, task) -> phases.add(of(task), lifecycles.get(name)));
        long disk = given.shared() == null ? 0 : number(given.shared().diskMb());
        return phases.most().plus(new Amounts(0, 0, disk));
    }

    private static Amounts of(AllocatedTaskResources task) {
        return new Amounts(
                task.cpu() == null ? 0 : number(task.cpu().cpuShares()),
                task.memory() == null ? 0 : number(task.memory().memoryMb()),
                0);
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    /** Sums by the time at which tasks run: before, with and after the main ones, and beside all of them. */
    private static final class Phases {
        private Amounts prestart = NONE;
        private Amounts main = NONE;
        private Amounts poststop = NONE;
        private Amounts always = NONE;

        void add(Amounts amounts, @Nullable TaskLifecycleConfig lifecycle) {
            String hook = lifecycle == null || lifecycle.hook() == null ? "" : lifecycle.hook();
            boolean sidecar = lifecycle != null && Boolean.TRUE.equals(lifecycle.sidecar());
            if (hook.equals("prestart") && !sidecar) {
                prestart = prestart.plus(amounts);
            } else if (hook.equals("prestart")) {
                always = always.plus(amounts);
            } else if (hook.equals("poststop")) {
                poststop = poststop.plus(amounts);
            } else {
                main = main.plus(amounts);
            }
        }

        Amounts most() {
            return prestart.max(main).max(poststop).plus(always);
        }
    }
}
