package io.outrider.drivers;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a task ended. Unknown is absent, never 0.
 *
 * @param exitCode the code; 128 + signal when a signal ended it (as the reference); empty when the status was lost
 * @param signal the signal that ended it; 0 when known that none did; empty when unknown
 * @param oomKilled whether the kernel killed it for memory
 * @param message what else is known, for people
 */
public record ExitResult(OptionalInt exitCode, OptionalInt signal, boolean oomKilled, Optional<String> message) {

    /** Ended by itself with {@code code}. */
    public static ExitResult exited(int code) {
        return new ExitResult(OptionalInt.of(code), OptionalInt.of(0), false, Optional.empty());
    }

    /** Ended by {@code signal}. */
    public static ExitResult signaled(int signal, boolean oomKilled) {
        return new ExitResult(OptionalInt.of(128 + signal), OptionalInt.of(signal), oomKilled, Optional.empty());
    }

    /** Ended, nobody knows how. */
    public static ExitResult unknown(String reason) {
        return new ExitResult(OptionalInt.empty(), OptionalInt.empty(), false, Optional.of(reason));
    }

    /** Code 0, no signal, no message of a fault. */
    public boolean successful() {
        return exitCode.orElse(1) == 0 && signal.orElse(1) == 0 && !oomKilled && message.isEmpty();
    }
}
