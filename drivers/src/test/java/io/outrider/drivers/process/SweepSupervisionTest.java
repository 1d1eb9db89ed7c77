package io.outrider.drivers.process;

import io.outrider.drivers.cgroup.Cgroups;
import java.util.Optional;

/** Supervision as it is without root. */
class SweepSupervisionTest extends SupervisionContract {

    @Override
    Optional<Cgroups> cgroups() {
        return Optional.empty();
    }
}
