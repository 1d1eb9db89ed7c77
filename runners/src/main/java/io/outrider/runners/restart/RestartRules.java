package io.outrider.runners.restart;

import java.time.Duration;

/**
 * A job's restart block, resolved for one task.
 *
 * @param attempts restarts allowed within {@code interval}
 * @param interval the window in which attempts are counted
 * @param delay least wait before a restart; up to a quarter of it is added at random
 * @param mode what happens when the attempts are used up
 * @param onSuccess whether a task that ended well starts again too
 */
public record RestartRules(int attempts, Duration interval, Duration delay, Mode mode, boolean onSuccess) {

    /** What happens when the attempts are used up. */
    public enum Mode {
        /** The task has failed. */
        FAIL,
        /** The task waits for the end of the interval and starts again. */
        DELAY
    }
}
