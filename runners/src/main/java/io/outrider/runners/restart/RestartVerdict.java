package io.outrider.runners.restart;

import java.time.Duration;

/** What becomes of a task that is not running any more. */
public sealed interface RestartVerdict {

    /** Hands this verdict to the one case that it is. */
    void to(Cases cases);

    /** It was killed on purpose and stays dead. */
    record Killed() implements RestartVerdict {
        @Override
        public void to(Cases cases) {
            cases.killed();
        }
    }

    /** It ended well and stays dead; nobody needs to be told. */
    record Finished(String reason) implements RestartVerdict {
        @Override
        public void to(Cases cases) {
            cases.finished();
        }
    }

    /** It has failed and stays dead. */
    record GivenUp(String reason) implements RestartVerdict {
        @Override
        public void to(Cases cases) {
            cases.givenUp(reason);
        }
    }

    /**
     * It starts again after {@code delay}.
     *
     * @param delay how long to wait; zero for a restart that somebody asked for
     * @param reason why, empty for a restart that somebody asked for
     */
    record Again(Duration delay, String reason) implements RestartVerdict {
        @Override
        public void to(Cases cases) {
            cases.again(delay, reason);
        }
    }

    /** One method a case: a new case does not compile until all users handle it. */
    interface Cases {
        /** Stays dead, killed. */
        void killed();

        /** Stays dead, ended well. */
        void finished();

        /** Stays dead, failed. */
        void givenUp(String reason);

        /** Starts again. */
        void again(Duration delay, String reason);
    }
}
