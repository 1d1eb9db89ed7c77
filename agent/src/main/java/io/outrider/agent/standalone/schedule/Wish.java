package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import java.time.Instant;
import java.util.List;

/**
 * What has to become of one group, before anybody has looked for room.
 *
 * @param places allocs to be placed
 * @param stops allocs to be stopped whether or not there is room for others
 * @param inPlace allocs that go on under the new version
 * @param later failed allocs that come again only after a while
 * @param counts the same as numbers
 */
record Wish(List<Place> places, List<Stop> stops, List<Alloc> inPlace, List<Later> later, DesiredUpdates counts) {
    Wish {
        places = List.copyOf(places);
        stops = List.copyOf(stops);
        inPlace = List.copyOf(inPlace);
        later = List.copyOf(later);
    }

    /** A failed alloc and when it may be replaced. */
    record Later(Alloc alloc, Instant at) {}
}
