package io.outrider.runners.task;

import io.outrider.drivers.Driver;
import io.outrider.runners.env.NodeVariables;
import io.outrider.runners.hook.HookRunner;
import io.outrider.runners.hook.TaskHook;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Backoff;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import reactor.core.scheduler.Scheduler;

/**
 * What all task runners of an agent share.
 *
 * @param store where states and events become durable
 * @param drivers by name
 * @param hooks in the order of behaviour section 4.2
 * @param node what the node gives to environments, as it is now
 * @param time clock and threads
 * @param settings limits
 */
public record TaskServices(
        StateStore store,
        Map<String, Driver> drivers,
        List<TaskHook> hooks,
        Supplier<NodeVariables> node,
        Time time,
        Settings settings) {

    public TaskServices {
        drivers = Map.copyOf(drivers);
        hooks = List.copyOf(hooks);
    }

    /** The driver called {@code name}, if the agent has it. */
    public Optional<Driver> driver(String name) {
        return Optional.ofNullable(drivers.get(name));
    }

    HookRunner hookRunner() {
        return new HookRunner(time.timer());
    }

    /**
     * Clock, threads and chance.
     *
     * @param clock for the times of events
     * @param loop runs the machines; nothing on it blocks
     * @param timer counts delays and deadlines
     * @param random for jitter and run ids; safe from any thread
     */
    public record Time(Clock clock, Scheduler loop, Scheduler timer, RandomGenerator random) {}

    /**
     * Limits.
     *
     * @param maxKillTimeout caps every {@code kill_timeout}
     * @param maxEvents events kept in a task's state
     * @param killRetry how a driver's failing stop is repeated
     * @param recoverRetry how a driver's failing search for a run of an earlier agent is repeated
     * @param destroyRetry how a driver's failing end of a run is repeated; without a limit, or two runs might live
     * @param driverPatience for what a driver does at once: recover, prepare, inspect, signal, destroy
     * @param storePatience how long a start waits for the store
     * @param storeRetry how a failing commit is repeated
     * @param leavePatience for hooks and store when the agent leaves
     * @param hostEnv variables of the agent that tasks get
     */
    public record Settings(
            Duration maxKillTimeout,
            int maxEvents,
            Backoff killRetry,
            Backoff recoverRetry,
            Backoff destroyRetry,
            Duration driverPatience,
            Duration storePatience,
            Backoff storeRetry,
            Duration leavePatience,
            Map<String, String> hostEnv) {

        public Settings {
            hostEnv = Map.copyOf(hostEnv);
            if (destroyRetry.limit().isPresent()) {
                throw new IllegalArgumentException("destroy retry " + destroyRetry + " (expected: no limit)");
            }
        }

        /** The reference's limits (behaviour sections 4.1 and 9.1). */
        public static Settings standard(Map<String, String> hostEnv) {
            Duration second = Duration.ofSeconds(1);
            Backoff kill = Backoff.doubling(Duration.ofSeconds(5), Duration.ofMinutes(2))
                    .limited(4);
            return new Settings(
                    Duration.ofSeconds(30),
                    10,
                    new Backoff(kill.first(), kill.cap(), 4, 0, kill.limit(), kill.resetAfter()),
                    Backoff.doubling(second, second.multipliedBy(10)).limited(4),
                    Backoff.doubling(second, Duration.ofMinutes(1)),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Backoff.doubling(second.dividedBy(5), Duration.ofSeconds(5)),
                    Duration.ofSeconds(5),
                    hostEnv);
        }
    }
}
