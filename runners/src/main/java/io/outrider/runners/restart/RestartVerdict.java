package io.outrider.runners.restart;

import java.time.Duration;

/** What becomes of a task that is not running any more. */
public sealed interface RestartVerdict {

    /** It was killed on purpose and stays dead. */
    record Killed() implements RestartVerdict {}

    /** It ended well and stays dead; nobody needs to be told. */
    record Finished(String reason) implements RestartVerdict {}

    /** It has failed and stays dead. */
    record GivenUp(String reason) implements RestartVerdict {}

    /**
     * It starts again after {@code delay}.
     *
     * @param delay how long to wait; zero for a restart that somebody asked for
     * @param reason why, empty for a restart that somebody asked for
     */
    record Again(Duration delay, String reason) implements RestartVerdict {}
}
