package io.outrider.runners.hook;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a hook could not do. The message names the thing and what is wrong with it; it does not name the hook.
 */
public final class HookException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean recoverable;
    private final transient @Nullable HookEvent event;
    private final transient Map<String, String> partialState;

    private HookException(Builder builder) {
        super(builder.message, builder.cause);
        this.recoverable = builder.recoverable;
        this.event = builder.event;
        this.partialState = builder.state;
    }

    /** A failure that trying again will not help. */
    public static HookException fatal(String message) {
        return new Builder(message, false).build();
    }

    /** A failure that the restart policy may try again. */
    public static HookException retryable(String message, @Nullable Throwable cause) {
        return new Builder(message, true).cause(cause).build();
    }

    /** For failures that carry more. */
    public static Builder builder(String message, boolean recoverable) {
        return new Builder(message, recoverable);
    }

    /** Whether the restart policy may try again. */
    public boolean recoverable() {
        return recoverable;
    }

    /** The event that tells of it; without one the runner says {@link HookEvent#HOOK_FAILED}. */
    public Optional<HookEvent> event() {
        return Optional.ofNullable(event);
    }

    /** What the hook had done by then and need not do again; kept like a response's state (row R80). */
    public Map<String, String> partialState() {
        return partialState;
    }

    /** Puts a {@link HookException} together. */
    public static final class Builder {

        private final String message;
        private final boolean recoverable;
        private @Nullable Throwable cause;
        private @Nullable HookEvent event;
        private Map<String, String> state = Map.of();

        private Builder(String message, boolean recoverable) {
            this.message = message;
            this.recoverable = recoverable;
        }

        /** What it came from. */
        public Builder cause(@Nullable Throwable newCause) {
            this.cause = newCause;
            return this;
        }

        /** The event that tells of it. */
        public Builder event(HookEvent newEvent) {
            this.event = newEvent;
            return this;
        }

        /** What was done by then. */
        public Builder partialState(Map<String, String> newState) {
            this.state = Map.copyOf(newState);
            return this;
        }

        /** The exception. */
        public HookException build() {
            return new HookException(this);
        }
    }
}
