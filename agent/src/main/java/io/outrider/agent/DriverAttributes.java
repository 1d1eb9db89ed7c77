package io.outrider.agent;

import io.outrider.drivers.Driver;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Node attributes that drivers find. */
final class DriverAttributes {

    private DriverAttributes() {}

    /** What the first fingerprint of each says; fails with {@link AgentException} that names one that says nothing. */
    static Mono<Map<String, String>> of(Collection<Driver> drivers, Duration patience, Scheduler timer) {
        return Flux.fromIterable(drivers)
                .flatMap(driver -> driver.fingerprint()
                        .next()
                        .timeout(patience, Mono.error(() -> silent(driver, patience)), timer))
                .collect(HashMap::new, (all, found) -> all.putAll(found.attributes()));
    }

    private static AgentException silent(Driver driver, Duration patience) {
        return new AgentException(
                AgentException.Kind.DRIVER_SILENT,
                "driver \"" + driver.name() + "\" did not say within " + patience.toMillis()
                        + " ms what it finds on this machine: the machine is very busy, or a file system hangs; try"
                        + " again");
    }
}
