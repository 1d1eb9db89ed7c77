package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.RescheduleTracker;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An alloc that is wanted and not there.
 *
 * @param name of the alloc, with its number
 * @param group the group that it is of
 * @param previous the one that it takes the place of
 * @param stop why that one has to be stopped once there is room for this one; null: it has not
 * @param tracker earlier tries; null for none
 */
record Place(
        String name,
        String group,
        Optional<Alloc> previous,
        @Nullable String stop,
        @Nullable RescheduleTracker tracker) {

    static Place anew(String name, String group) {
        return new Place(name, group, Optional.empty(), null, null);
    }
}
