package io.outrider.agent.standalone.line;

import io.outrider.agent.standalone.state.Draft;

/**
 * One change of the state.
 *
 * @param <T> what is answered once it is durable; an answer that is work itself is done right after this
 */
@FunctionalInterface
public interface Work<T> {

    /**
     * Makes the change in a draft of its own. Pure but for the draft, and quick: others wait. An exception refuses it:
     * nothing of the draft is kept, and the asker gets the exception.
     */
    T make(Draft draft);
}
