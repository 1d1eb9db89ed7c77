package io.outrider.drivers;

/** What {@link Driver#recover} found. */
public sealed interface Recovery {

    /** The task is held again; if it ended meanwhile, {@link Driver#exit} tells how. */
    record Attached() implements Recovery {}

    /** The handle was made but nothing was ever started from it, and now nothing will be. */
    record NeverStarted() implements Recovery {}

    /**
     * The task cannot be held again and nothing of it is left alive.
     *
     * @param reason for people
     */
    record Lost(String reason) implements Recovery {}
}
