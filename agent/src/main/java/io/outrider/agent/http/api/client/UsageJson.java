package io.outrider.agent.http.api.client;

import io.outrider.agent.http.message.JsonMap;
import io.outrider.drivers.TaskUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What tasks use, in the API's shape: what was measured is named, and what was not is 0 there. */
final class UsageJson {

    private UsageJson() {}

    /** Of one alloc. */
    static Map<String, @Nullable Object> of(Map<String, TaskUsage> tasks, double mhzPerCore) {
        Map<String, @Nullable Object> byTask = new TreeMap<>();
        Total total = new Total();
        long newest = 0;
        for (Map.Entry<String, TaskUsage> entry : tasks.entrySet()) {
            TaskUsage usage = entry.getValue();
            long nanos = usage.time().getEpochSecond() * 1_000_000_000L
                    + usage.time().getNano();
            Total alone = new Total();
            alone.add(usage, mhzPerCore);
            total.add(usage, mhzPerCore);
            newest = Math.max(newest, nanos);
            byTask.put(entry.getKey(), JsonMap.of("Pids", null, "ResourceUsage", alone.ofTask(), "Timestamp", nanos));
        }
        return JsonMap.of("ResourceUsage", total.json(), "Tasks", byTask, "Timestamp", newest);
    }

    private static final class Total {
        private final List<String> memory = new ArrayList<>();
        private final List<String> cpu = new ArrayList<>();
        private long rss;
        private long swap;
        private long charged;
        private double percent;
        private double ticks;
        private double user;
        private double system;

        void add(TaskUsage usage, double mhzPerCore) {
            usage.rssBytes().ifPresent(bytes -> rss += named(memory, "RSS", bytes));
            usage.swapBytes().ifPresent(bytes -> swap += named(memory, "Swap", bytes));
            usage.cgroupBytes().ifPresent(bytes -> charged += named(memory, "Usage", bytes));
            usage.systemNanos().ifPresent(nanos -> system += named(cpu, "System Mode", nanos));
            usage.userNanos().ifPresent(nanos -> user += named(cpu, "User Mode", nanos));
            usage.cpuPercent().ifPresent(share -> {
                named(cpu, "Percent", 0);
                percent += share;
                ticks += share / 100 * mhzPerCore;
            });
        }

        private static long named(List<String> names, String name, long value) {
            if (!names.contains(name)) {
                names.add(name);
            }
            return value;
        }

        Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> cpuStats = JsonMap.of(
                    "Measured",
                    orNull(cpu),
                    "Percent",
                    percent,
                    "SystemMode",
                    system,
                    "ThrottledPeriods",
                    0L,
                    "ThrottledTime",
                    0L,
                    "TotalTicks",
                    ticks,
                    "UserMode",
                    user);
            Map<String, @Nullable Object> memoryStats = JsonMap.of(
                    "Cache",
                    0L,
                    "KernelMaxUsage",
                    0L,
                    "KernelUsage",
                    0L,
                    "MappedFile",
                    0L,
                    "MaxUsage",
                    0L,
                    "Measured",
                    orNull(memory),
                    "RSS",
                    rss,
                    "Swap",
                    swap,
                    "Usage",
                    charged);
            return JsonMap.of("CpuStats", cpuStats, "DeviceStats", List.of(), "MemoryStats", memoryStats);
        }

        Map<String, @Nullable Object> ofTask() {
            Map<String, @Nullable Object> task = json();
            task.put("DeviceStats", null);
            return task;
        }

        private static @Nullable List<String> orNull(List<String> names) {
            return names.isEmpty() ? null : names;
        }
    }
}
