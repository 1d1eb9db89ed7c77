package io.outrider.agent.standalone.room;

import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.resource.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an alloc was given in the older form of the API, which clients still read.
 *
 * @param all of its tasks and itself
 * @param shared of itself
 * @param tasks by task
 */
public record Older(Resources all, Resources shared, Map<String, Resources> tasks) {

    public static Older of(TaskGroup group, @Nullable List<NetworkResource> networks) {
        Map<String, Resources> tasks = new LinkedHashMap<>();
        Amounts sum = Amounts.NONE;
        long most = 0;
        for (Task task : group.taskList()) {
            Resources asked = task.resources();
            if (asked != null) {
                Amounts own = new Amounts(number(asked.cpu()), number(asked.memoryMb()), 0);
                sum = sum.plus(own);
                most += Math.max(own.memory(), number(asked.memoryMaxMb()));
                tasks.put(task.name(), resources(own, number(asked.memoryMaxMb()), null));
            }
        }
        Amounts disk = new Amounts(
                0,
                0,
                group.ephemeralDisk() == null ? 0 : number(group.ephemeralDisk().sizeMb()));
        return new Older(resources(sum.plus(disk), most, networks), resources(disk, 0, networks), tasks);
    }

    private static Resources resources(Amounts amounts, long most, @Nullable List<NetworkResource> networks) {
        return new Resources(amounts.cpu(), 0L, amounts.memory(), most, amounts.disk(), 0L, networks, null, null, null);
    }

    private static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
