package io.outrider.runners.alloc;

import io.outrider.runners.dir.AllocDirs;
import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.task.TaskServices;
import java.time.Duration;
import java.util.List;

/**
 * What all alloc runners of an agent share.
 *
 * @param tasks what their task runners share
 * @param hooks in the order of behaviour section 3.2
 * @param dirs where alloc directories are
 * @param settings limits
 */
public record AllocServices(TaskServices tasks, List<AllocHook> hooks, AllocDirs dirs, Settings settings) {

    public AllocServices {
        hooks = List.copyOf(hooks);
    }

    /**
     * Limits (behaviour section 2.9).
     *
     * @param reportTick how often reports may be sent
     * @param typicalEvery a tick without urgent news counts only every so many
     * @param reportRetry least wait after a failed report; up to as much again at random
     * @param closePatience for all runners when the agent leaves
     */
    public record Settings(Duration reportTick, int typicalEvery, Duration reportRetry, Duration closePatience) {

        /** The reference's limits. */
        public static Settings standard() {
            return new Settings(Duration.ofMillis(200), 5, Duration.ofSeconds(5), Duration.ofSeconds(10));
        }
    }
}
