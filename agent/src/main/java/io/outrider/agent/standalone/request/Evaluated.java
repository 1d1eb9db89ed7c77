package io.outrider.agent.standalone.request;

import java.util.List;

/**
 * Evaluations that a change made.
 *
 * @param evalIds may be empty
 * @param evalCreateIndex 0 when there are none
 * @param index of the change
 */
public record Evaluated(List<String> evalIds, long evalCreateIndex, long index) {
    public Evaluated {
        evalIds = List.copyOf(evalIds);
    }

    /** The first of them; empty when there is none. */
    public String evalId() {
        return evalIds.isEmpty() ? "" : evalIds.get(0);
    }
}
