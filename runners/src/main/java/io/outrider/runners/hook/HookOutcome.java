package io.outrider.runners.hook;

import java.util.Optional;

/** How one hook did in one pass. */
public sealed interface HookOutcome<R> {

    /** The hook's name. */
    String hook();

    /** What went wrong, if something did. */
    Optional<HookException> failure();

    /** What it gave; empty after a failure and where the moment has no result. */
    default Optional<R> result() {
        return Optional.empty();
    }

    /** It ended as it should; {@code result} is empty where the moment has none. */
    record Succeeded<R>(String hook, Optional<R> result) implements HookOutcome<R> {
        @Override
        public Optional<HookException> failure() {
            return Optional.empty();
        }
    }

    /** It failed. */
    record Failed<R>(String hook, HookException error) implements HookOutcome<R> {
        @Override
        public Optional<HookException> failure() {
            return Optional.of(error);
        }
    }

    /** It did not end in time, was cancelled, and what it does now is its own affair. */
    record Abandoned<R>(String hook, HookException error) implements HookOutcome<R> {
        @Override
        public Optional<HookException> failure() {
            return Optional.of(error);
        }
    }
}
