package io.outrider.streams;

/** Where a reader of an {@link EventLog} begins. */
public sealed interface Position {

    /** Behind the entry that {@code cursor} names: the cursor is exclusive. */
    record After(Cursor cursor) implements Position {}

    /** The first entry written after the subscription. */
    record Now() implements Position {}

    /** The first entry that is still kept. */
    record Oldest() implements Position {}
}
